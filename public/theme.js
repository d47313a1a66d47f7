// Before the first paint: the theme that the visitor chose, or the system's.
(() => {
  let theme = "";
  try { theme = localStorage.getItem("indistinct-theme") || ""; } catch {}
  if (!["light", "dark", "projector"].includes(theme)) {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
