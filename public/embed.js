// For pages that embed Indistinct: gives each of their frames marked with
// data-indistinct the height that the page in it asks for.
addEventListener("message", ({ source, data }) => {
  for (const frame of document.querySelectorAll("iframe[data-indistinct]")) {
    if (frame.contentWindow === source && data?.indistinct === "height" && data.height > 0) frame.style.height = Math.min(data.height, 4000) + "px";
  }
});
