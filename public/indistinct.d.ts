// What Indistinct tells other software and does for it.
//
// In the page itself, and in a frame of the same origin:
//
//   const report = await indistinct.run({ lab: "ring", s: 0.8, seed: 7 });
//   console.log(report.verdict, report.strong.epsilon);
//   addEventListener("indistinct-step", ({ detail }) => console.log(detail.step, detail.state));
//
// In a page around a frame, of whatever origin:
//
//   frame.contentWindow.postMessage({ indistinct: "run", id: 1, value: { lab: "ring", s: 0.8 } }, "*");
//   addEventListener("message", ({ source, data }) => {
//     if (source === frame.contentWindow && data.indistinct === "reply" && data.id === 1) console.log(data.result ?? data.error);
//   });
//
// A frame with a sandbox needs allow-scripts and allow-same-origin in it; without the latter each
// message is answered with an error that says so, without the former nothing in it answers.
//
// What is posted before the frame has loaded is lost: wait for its load event, or for its first
// message, its height. Messages of other windows than the one around the page are passed over, and
// those without indistinct; every other one is answered once, by a result or one sentence, also
// where the page could not start or has stopped. What is
// asked is read as data and checked as a link is; nothing of it is run. It is refused with
// a sentence where it holds more than 100,000 values or 4 million characters, or what JSON
// does not know, where it is neither run nor set, and where twenty questions wait already.
//
// Questions are taken in their order: settings are changed at once, and runs wait for one
// another and for a test that the visitor has begun, of which nothing is changed; three runs
// may be asked for together.
//
// What is a visitor's own leaves the page for no page of another site: a program that is none
// of the laboratory's, unless that very question held it, and settings that a file of theirs
// has set. A reply then names them as withheld and leaves them out; a report has only the
// fields that are named here, and why something failed is told to the visitor alone.

/** Settings by their names, as in links, in the spec of a report and in `verify -params`. */
export interface Parameters {
  /** ring, filtering, lqg, survey, library or workshop; the one on show where it is left out. */
  lab?: string;
  [name: string]: string | number | boolean | readonly number[] | undefined;
}

/** Numbers that JSON cannot hold are words: "Infinity", "-Infinity", "NaN". */
export type Real = number | "Infinity" | "-Infinity" | "NaN";

/** How often an event came up in n releases of the record and of its neighbour. */
export interface Count { c1: number; c2: number; n: number }

/** A report, as Download JSON saves it: more fields than these. */
export interface Report {
  program: "indistinct";
  version: number;
  spec: Parameters & { lab: string; version: number };
  verdict: "violation found" | "no violation found" | "inconclusive";
  /** The claim that was tested. */
  epsilon: Real;
  delta: Real;
  /** The critical ε by the paper's rule. */
  epsilon_c: Real;
  n: number;
  m: number;
  /** What the stronger test proves: ε ≥ epsilon with the confidence level. */
  strong: { epsilon: Real; level: number; count: Count };
  [field: string]: unknown;
}

/** Where a visitor stands in a lesson. */
export interface Place {
  lab: string;
  lesson: string;
  /** From 1. */
  step: number;
  steps: number;
  /** How many of the lesson's questions and tasks were answered rightly, before their run, or done. */
  right: number;
  tasks: number;
}

/** A lesson was begun, finished at its last step, or left before. */
export interface LessonEvent extends Place { state: "begun" | "finished" | "left" }

/** A step came up or was answered: open waits for the visitor, missed is a wrong prediction. */
export interface StepEvent extends Place { state: "open" | "done" | "missed" }

export interface Indistinct {
  /**
   * Shows settings, runs the test and gives its report, once the page tells of it: where the
   * stage plays the run, when that is over. An object or a permalink ("#lab=ring&s=0.8")
   * means the defaults but for what it names; nothing means the settings on show when its turn
   * comes, what was just typed included. A program that an object names is tested by its own
   * claim, unless the object names eps or delta. The report's spec is what was asked.
   * The promise is refused with one sentence, in the page's language, where the settings cannot be
   * run, where the run ends without its report, as when a file is opened in its place, and
   * where the visitor cancels.
   */
  run(spec?: Parameters | Report | string): Promise<Report>;
  /**
   * Changes some of the settings on show and gives all of them; refused with one sentence, and then
   * nothing is changed. A program's own claim takes the place of eps and delta a moment later,
   * unless one of them is named.
   */
  set(parameters: Parameters): Promise<Parameters & { lab: string }>;
}

/** What a page around a frame may post to it. */
export type Asked =
  | { indistinct: "run"; id?: unknown; value?: Parameters | Report | string }
  | { indistinct: "set"; id?: unknown; value: Parameters };

/** What a frame posts to the page around it; a reply has the id of what was asked. */
export type Told =
  | { indistinct: "reply"; id?: unknown; result: Report | Parameters; withheld?: string[] }
  | { indistinct: "reply"; id?: unknown; error: string }
  | ({ indistinct: "lesson" } & LessonEvent)
  | ({ indistinct: "step" } & StepEvent)
  | { indistinct: "height"; height: number };

declare global {
  interface Window { indistinct: Indistinct }
  const indistinct: Indistinct;
  interface WindowEventMap {
    "indistinct-lesson": CustomEvent<LessonEvent>;
    "indistinct-step": CustomEvent<StepEvent>;
  }
}
