// Tells a course system how far a pupil has come in a lesson: an example, in which
// all that is Indistinct's is one listener at the end. course.html?lesson=give-away
// opens a lesson by its name in links. It reports to whichever there is:
//
//   SCORM 2004 and 1.2   the object that the system puts into a window around this page
//   xAPI                 ?endpoint=…&auth=…&actor=…, as systems open such pages
//
// Anybody can write such a link, so that it decides little: statements go without cookies
// and only below the folder of this page, or below an address that course.html lists in
// data-endpoints, separated by spaces.
"use strict";

(() => {
  const query = new URLSearchParams(location.search);
  const frame = document.getElementById("lesson"), note = document.getElementById("state");
  let wrong = ""; // what cannot be used of the link
  let lesson = query.get("lesson") || "three-moves";
  if (!/^[a-z-]{1,40}$/.test(lesson)) {
    wrong = "The lesson in this page's address is none: it is a name as in links, such as three-moves. ";
    lesson = "three-moves";
  }

  // The system's object is in one of the windows around this page or its opener's.
  function find(name) {
    for (let at of [window, window.opener]) {
      for (let depth = 0; at && depth < 10; depth++) {
        try { if (at[name]) return at[name]; } catch {} // of another origin
        at = at.parent === at ? null : at.parent;
      }
    }
    return null;
  }

  // Each system: begin returns the step to go on at, put takes how it stands, end
  // says good-bye. The names of SCORM 1.2 are the old ones.
  function scorm(api, old) {
    const call = (name, ...of) => api[(old ? "LMS" : "") + name](...of);
    const set = (name, value) => call("SetValue", name, String(value));
    const place = old ? "cmi.core.lesson_location" : "cmi.location";
    return {
      begin() { call("Initialize", ""); return call("GetValue", place); },
      put({ step, finished, score }) {
        set(place, step);
        set(old ? "cmi.core.lesson_status" : "cmi.completion_status", finished ? "completed" : "incomplete");
        if (finished && old) {
          set("cmi.core.score.min", 0);
          set("cmi.core.score.max", 100);
          set("cmi.core.score.raw", Math.round(100 * score));
        } else if (finished) {
          set("cmi.score.scaled", score);
          set("cmi.success_status", score >= 0.5 ? "passed" : "failed");
        }
        return call("Commit", "") === "true";
      },
      end() { call(old ? "Finish" : "Terminate", ""); },
    };
  }
  function xapi(asked) {
    const allowed = ["./", ...(frame.dataset.endpoints || "").split(" ").filter(Boolean)].map((each) => new URL(each, location.href).href.replace(/[^/]*$/, ""));
    let endpoint = "", actor = null;
    try { endpoint = new URL(asked.replace(/\/?$/, "/"), location.href).href; } catch {}
    try { actor = JSON.parse(query.get("actor")); } catch {}
    if (!allowed.some((each) => endpoint.startsWith(each) && /^[\w.~/-]*$/.test(endpoint.slice(each.length)))) {
      wrong += "The endpoint in this page's address is not used: it must stand below the folder of this page, or be listed in course.html, and hold no ?, # or %. ";
      return null;
    }
    if (!actor || typeof actor !== "object" || Array.isArray(actor)) {
      wrong += "The actor in this page's address is not used: it must be an object in JSON. ";
      return null;
    }
    const send = async (verb, result) => fetch(endpoint + "statements", {
      method: "POST",
      keepalive: true,
      credentials: "omit",
      redirect: "error",
      headers: { "Content-Type": "application/json", "X-Experience-API-Version": "1.0.3", Authorization: query.get("auth") || "" },
      body: JSON.stringify({
        actor,
        verb: { id: "http://adlnet.gov/expapi/verbs/" + verb },
        object: { id: query.get("activity_id") || location.origin + location.pathname + "?lesson=" + lesson },
        context: { registration: query.get("registration") || undefined },
        result,
      }),
    }).then((answer) => answer.ok);
    return {
      begin() { send("initialized").catch(() => {}); },
      put({ step, steps, finished, score }) {
        return finished ? send("completed", { completion: true, score: { scaled: score } })
          : send("progressed", { extensions: { "https://w3id.org/xapi/cmi5/result/extensions/progress": Math.floor(100 * (step - 1) / steps) } });
      },
      end() {},
    };
  }

  const new2004 = find("API_1484_11"), old12 = find("API"), endpoint = query.get("endpoint");
  const system = new2004 ? scorm(new2004, false) : old12 ? scorm(old12, true) : endpoint ? xapi(endpoint) : null;
  let finished = false;
  const say = (kept) => {
    note.textContent = wrong + (!system ? "No course system is around this page: nothing is kept."
      : !kept ? "The course system did not take the result." : finished ? "The course system knows that the lesson is finished." : "");
  };

  let step = 1;
  try {
    step = Math.min(Math.max(Math.floor(Number(system?.begin())) || 1, 1), 99);
    say(true);
  } catch {
    say(false);
  }
  frame.src = `${frame.dataset.page}#lesson=${lesson}:${step}&embed=1`;
  addEventListener("pagehide", () => { try { system?.end(); } catch {} });

  addEventListener("message", async ({ source, data }) => {
    if (source !== frame.contentWindow || data?.lesson !== lesson || finished) return;
    if (data.indistinct !== "step" && data.state !== "finished") return;
    finished = data.indistinct === "lesson";
    try {
      if (system) say(await system.put({ step: data.step, steps: data.steps, finished, score: data.tasks ? data.right / data.tasks : 1 }));
    } catch {
      say(false);
    }
  });
})();
