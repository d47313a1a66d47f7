// What cannot wait for the panel: the theme before the first paint, the link to
// the controls, and the scene's messages, which the panel takes up when it has
// started.
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

  // The picture that stands on the stage until the scene has come, and whether
  // the frame in this page is the one that the link asks for. The build writes the
  // laboratories in here; the first is what all other links open.
  const labs = /*LABS*/["ring"];
  const lab = labs.includes(link.get("lab")) ? link.get("lab") : labs[0];
  for (const ground of ["light", "dark"]) root.style.setProperty(`--still-${ground}`, `url("still/${lab}-${ground}.png")`);
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
    button.textContent = "Run test …";
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
