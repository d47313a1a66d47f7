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
  // says good-bye.
  function scorm2004(api) {
    return {
      begin() { api.Initialize(""); return api.GetValue("cmi.location"); },
      put({ step, finished, score }) {
        api.SetValue("cmi.location", String(step));
        api.SetValue("cmi.completion_status", finished ? "completed" : "incomplete");
        if (finished) {
          api.SetValue("cmi.score.scaled", String(score));
          api.SetValue("cmi.success_status", score >= 0.5 ? "passed" : "failed");
        }
        return api.Commit("") === "true";
      },
      end() { api.Terminate(""); },
    };
  }
  function scorm12(api) {
    return {
      begin() { api.LMSInitialize(""); return api.LMSGetValue("cmi.core.lesson_location"); },
      put({ step, finished, score }) {
        api.LMSSetValue("cmi.core.lesson_location", String(step));
        api.LMSSetValue("cmi.core.lesson_status", finished ? "completed" : "incomplete");
        if (finished) {
          api.LMSSetValue("cmi.core.score.min", "0");
          api.LMSSetValue("cmi.core.score.max", "100");
          api.LMSSetValue("cmi.core.score.raw", String(Math.round(100 * score)));
        }
        return api.LMSCommit("") === "true";
      },
      end() { api.LMSFinish(""); },
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
  const system = new2004 ? scorm2004(new2004) : old12 ? scorm12(old12) : endpoint ? xapi(endpoint) : null;
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
