// A page within another page (…&embed=1 in its link): it dresses as the link
// asks and tells the page around it how high it is. embed.js is the other half.
"use strict";

(() => {
  const root = document.documentElement;
  const colour = (text) => (/^[0-9a-f]{6}$/i.test(text || "") ? "#" + text : "");
  // How light a colour is to the eye, 0 to 1 (WCAG 2, relative luminance).
  const light = (hex) => [1, 3, 5].reduce((sum, i, k) => {
    const v = parseInt(hex.slice(i, i + 2), 16) / 255;
    return sum + [0.2126, 0.7152, 0.0722][k] * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  }, 0);
  const set = (name, value) => value ? root.style.setProperty(name, value) : root.style.removeProperty(name);

  function dress() {
    const of = new URLSearchParams(location.hash.slice(1));
    if (of.get("embed") !== "1") {
      delete root.dataset.embed;
      return;
    }
    root.dataset.embed = "yes";
    const ground = colour(of.get("bg")), accent = colour(of.get("accent"));
    let theme = of.get("theme");
    if (!["light", "dark", "projector"].includes(theme)) theme = ground && (light(ground) < 0.18 ? "dark" : "light");
    root.dataset.wish = theme;
    root.dataset.theme = theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    set("--page", ground);
    if (ground) set("--still", "none"); // it stands on the theme's own
    set("--accent", accent);
    set("--on-accent", accent && (light(accent) < 0.18 ? "#ffffff" : "#000000"));
  }
  dress();
  addEventListener("hashchange", dress);

  // The height at which nothing need be scrolled: the stage grows into a frame
  // that is higher, and counts with its least height, or with more where the frame
  // is narrow: a wide strip would have no room for the picture's names.
  let told = 0;
  function tell() {
    const stage = document.getElementById("stage");
    if (!root.dataset.embed || parent === window || !stage) return;
    const least = parseFloat(getComputedStyle(stage).minHeight) || 0;
    const wish = Math.max(least, Math.min(0.75 * innerWidth, 320));
    const height = Math.ceil(root.scrollHeight - (stage.checkVisibility() ? stage.offsetHeight - wish : 0));
    if (height === told) return;
    told = height;
    parent.postMessage({ indistinct: "height", height }, "*");
  }
  addEventListener("DOMContentLoaded", () => {
    const watch = new ResizeObserver(() => requestAnimationFrame(tell));
    for (const id of ["app", "stage", "controls"]) watch.observe(document.getElementById(id));
    addEventListener("resize", tell);
    // A page may hold many frames: one that is out of sight gives back what computes.
    // Of one that never was in sight a browser may say nothing.
    root.dataset.away = "yes";
    new IntersectionObserver((seen) => {
      if (seen.at(-1).isIntersecting) delete root.dataset.away;
      else root.dataset.away = "yes";
      dispatchEvent(new Event("away"));
    }).observe(root);
  });
})();
