// What cannot wait for the panel: theme and language before the first paint, the
// texts, the link to the controls, and the scene's messages, which the panel takes
// up when it has started.
"use strict";

(() => {
  const link = new URLSearchParams(location.hash.slice(1));
  let theme = link.get("present") === "1" && link.get("theme") || "";
  try { theme ||= localStorage.getItem("indistinct-theme") || ""; } catch {}
  if (!["light", "dark", "projector"].includes(theme)) {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  const root = document.documentElement;
  root.dataset.theme = theme;

  // The language: the link's, the one chosen earlier, or the first of the browser's
  // that there is. The build writes the languages in here, English first; qps and
  // qpsm are English in disguise, for tests.
  const languages = /*LANGUAGES*/["en"];
  const known = (tag) => languages.includes(tag) || tag === "qps" || tag === "qpsm";
  let language = link.get("lang");
  if (!known(language)) try { language = localStorage.getItem("indistinct-language"); } catch {}
  if (!known(language)) language = navigator.languages.map((tag) => tag.split("-")[0]).find(known) || languages[0];
  root.lang = language;

  // Its texts, for the programs and for the few words of these scripts: {name} is a
  // place in them.
  const texts = fetch(`texts/${language.startsWith("qps") ? "en" : language}.json`).then((answer) => {
    if (!answer.ok) throw new Error(`the texts could not be loaded (${answer.status})`);
    return answer.text();
  });
  const all = texts.then(JSON.parse).catch(() => ({}));
  window.indistinctTexts = texts;
  window.indistinctSay = async (id, places = {}) => {
    const text = (await all)[id] || "This page could not be loaded. Reloading it tries again.";
    const said = text.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
    return language.startsWith("qps") ? `⟦${said}⟧` : said;
  };
  texts.catch(() => {}); // who asks for them will hear

  // Until the panel has come, the page's frame in that language takes the place of
  // the English one.
  if (languages.indexOf(language) > 0) fetch(`frame/${language}.html`).then(async (answer) => {
    const html = answer.ok && await answer.text();
    if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    if (html && !window.indistinctMounted) document.getElementById("app").innerHTML = html;
  }).catch(() => {});

  // The picture that stands on the stage until the scene has come: the laboratory's as it
  // opens, drawn for this width; none where the settings are others. The panel calls this
  // again when they change.
  const spoken = languages.indexOf(language) > 0 ? `${language}-` : "";
  window.indistinctStill = (lab) => {
    const folder = matchMedia("(max-width: 900px)").matches ? "still/narrow/" : "still/";
    for (const ground of ["light", "dark"]) root.style.setProperty(`--still-${ground}`, lab ? `url("${folder}${spoken}${lab}-${ground}.png")` : "none");
    root.toggleAttribute("data-still", !!lab);
  };

  // Which laboratories there are, the first of which all other links open, and the fields
  // of a link that change no picture: the build writes the laboratories in here, and the
  // parameters.
  const labs = /*LABS*/["ring"];
  const unseen = ["lab", "v", "page", "at", "run", "again", "quiet", "a", "lang", "present", "embed", "show", "theme", "accent", "bg"];
  unseen.push(.../*UNSEEN*/["eps"]);
  const lab = labs.includes(link.get("lab")) ? link.get("lab") : labs[0];
  window.indistinctStill([...link].every(([field, value]) => unseen.includes(field) || !value || field === "seed" && value === "1") ? lab : "");

  // Whether the frame in this page is the one that the link asks for.
  if (location.hash.length > 1) root.dataset.linked = "yes";

  // What a visitor types, drags and presses before the program has come is not
  // lost: it is done again when the program is there.
  const typed = new Map();
  let pressed = false;
  const early = () => !document.body || document.body.dataset.panel !== "ready";
  addEventListener("input", (event) => { if (early() && event.target.id) typed.set(event.target.id, event.target.value); }, true);
  addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("#run");
    if (!button || !early()) return;
    pressed = true;
    button.textContent += " …";
  }, true);
  const wait = setInterval(() => {
    if (early()) return;
    clearInterval(wait);
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (pressed) setTimeout(() => document.querySelector("#run")?.click(), 50);
  }, 50);

  // The address holds the settings: a link within the page must not touch it.
  addEventListener("click", (event) => {
    const link = event.target.closest?.(".skip");
    if (!link) return;
    event.preventDefault();
    const there = document.getElementById(link.hash.slice(1));
    if (there?.checkVisibility()) there.focus();
    else document.getElementById("main").focus();
  });

  window.earlyMessages = [];
  addEventListener("message", (event) => { if (window.earlyMessages) window.earlyMessages.push(event); });
})();
