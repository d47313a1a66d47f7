// What cannot wait for the panel: the theme before the first paint, and the
// scene's messages, which the panel takes up when it has started.
"use strict";

(() => {
  let theme = "";
  try { theme = localStorage.getItem("indistinct-theme") || ""; } catch {}
  if (!["light", "dark", "projector"].includes(theme)) {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;

  window.earlyMessages = [];
  addEventListener("message", (event) => { if (window.earlyMessages) window.earlyMessages.push(event); });
})();
