// What the scripts of the pages leave for one another, which elements stand in the pages,
// and what Go and some browsers add.

/** wasm_exec.js of the Go distribution. */
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Programs are compiled before they are instantiated. */
declare namespace WebAssembly {
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}

interface Navigator {
  connection?: { saveData: boolean };
}

/** A program on its way; half is kept when so much of it has come, near when little is missing. */
type Program = Promise<WebAssembly.Module> & { half?: Promise<void>; near?: Promise<void> };

interface Window {
  // early.js
  indistinctLoad(name: string, take?: (answer: Response) => any, heard?: (bytes: number) => void, cache?: string): Promise<any>;
  indistinctWords(tag: string, rooms?: string[]): Promise<{ text: string; all: Record<string, string> }>;
  indistinctTexts: Promise<string>;
  indistinctSay(id: string, places?: object, from?: Promise<{ all: Record<string, string> }>): Promise<string>;
  indistinctFail(id: string, places?: object): Promise<void>;
  indistinctForbidden(): string;
  indistinctScripts: Promise<void>;
  indistinctStill(laboratory: string): Promise<unknown>;
  indistinctRuns: string[];
  indistinctSeen: Promise<unknown>;
  indistinctHear(hear: (said: object) => any): void;
  // dom.js, for the panel's renderer; the names that begin with vugu are that library's
  indistinctDOM: { listen(hear: Function): void; mount(selector: string): void; apply(message: Uint8Array): void };
  indistinctMounted: boolean;
  vuguActiveEventPreventDefault(): void;
  // load.js, charts.js, offline.js
  indistinct: Record<string, any>;
  indistinctCharts: Record<string, Function>;
  indistinctOffline: null;
  // scene.js, in the frame of the scene
  failScene(text: string): void;
  wakeScene(after?: number): void;
  coarsenScene(times: number): void;
  whenShown(call: () => void): unknown;
  writeLabel(element: Element, text: string): void;
  takePicture(labels: { element: HTMLElement; x: number; y: number; align: number; alpha: number; clock: boolean; halo: boolean }[], scale: number): void;
  sceneTexts(name: string): Promise<string>;
}

/** Events come from elements, and from what has none of this: the document, the window. */
interface EventTarget {
  id?: any;
  value?: any;
  files?: any;
  closest?: { (selectors: ".skip"): HTMLAnchorElement; (selectors: string): HTMLElement };
}

interface Document {
  getElementById(id: "scene" | "lesson"): HTMLIFrameElement;
  getElementById(id: "home"): HTMLAnchorElement;
}

/** What the scripts look for is of HTML. */
interface ParentNode {
  querySelector(selectors: "dialog:not([open])"): HTMLDialogElement;
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K];
  querySelector(selectors: string): HTMLElement;
  querySelectorAll(selectors: "script[data-is]"): NodeListOf<HTMLScriptElement>;
  querySelectorAll(selectors: "iframe[data-indistinct]"): NodeListOf<HTMLIFrameElement>;
}

interface HTMLElement {
  plotId?: string; // charts.js: whose picture it shows
  domId?: number; // dom.js: its number in the panel
}
