// A host answers any address that it does not know with 404.html, however deep it
// is. That page asks for this script in its own folder and in each one above: the
// first that comes tells where the site stands.
'use strict';

(() => {
  const home = document.getElementById('home');
  if (home.dataset.found) return;
  home.dataset.found = 'yes';
  home.href = new URL('./', /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  let theme;
  try { theme = localStorage.getItem('indistinct-theme'); } catch {}
  document.documentElement.dataset.theme = theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = new URL('style.css', home.href).href;
  document.head.append(style);
})();
