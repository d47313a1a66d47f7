// A page within another page (…&embed=1 in its link): it dresses as the link
// asks and tells the page around it how high it is. embed.js is the other half.
"use strict";

(() => {
  const root = document.documentElement;
  function dress() {
    const of = new URLSearchParams(location.hash.slice(1));
    if (of.get("embed") !== "1") {
      delete root.dataset.embed;
      return;
    }
    root.dataset.embed = "yes";
    const theme = ["light", "dark", "projector"].find((name) => name === of.get("theme")) || "";
    root.dataset.wish = theme;
    root.dataset.theme = theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
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
