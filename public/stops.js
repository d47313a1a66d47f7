// Rows of links and buttons are one stop of the Tab key each, so that what a test
// needs comes soon: the arrow keys go along a row, Home and End to its ends.
'use strict';

(() => {
  const rows = [
    '.top :is(a, button)',
    '.transport :is(button, select), .under [data-stop]',
    '.dials .what, .promise :is(summary, .what)',
  ].map((each) => `:is(${each})`);
  // What moves something else by the arrow keys is left by Tab, Home or End.
  const row = (el) => rows.find((each) => el.matches?.(each));
  const all = (each) => [...document.querySelectorAll(each)];
  const seen = (el) => el.checkVisibility({ visibilityProperty: true });

  // tidy gives each row its one stop: where one is, the page on show, or the first.
  let here = null;
  function tidy() {
    const at = document.querySelector('.top nav [aria-current]'); // which a phone's row may have scrolled away
    if (at && at !== here) at.parentElement.scrollLeft = at.offsetLeft - at.parentElement.offsetLeft - 40;
    here = at;
    for (const each of rows) {
      const list = all(each), at = list.includes(document.activeElement) && document.activeElement ||
        list.find((el) => el.ariaCurrent && seen(el)) || list.find(seen);
      for (const el of list) if (el.tabIndex !== (el === at ? 0 : -1)) el.tabIndex = el === at ? 0 : -1;
    }
  }
  let due = false;
  const later = () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; tidy(); });
  };

  document.addEventListener('focusin', later);
  document.addEventListener('focusout', later);
  document.addEventListener('keydown', (event) => {
    const each = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && row(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (!each || !step) return;
    const list = all(each).filter(seen), back = document.documentElement.dir === 'rtl' && Math.abs(step) === 1 ? -1 : 1;
    const next = list[Math.min(Math.max(list.indexOf(event.target) + step * back, 0), list.length - 1)];
    event.preventDefault();
    next.tabIndex = 0;
    next.focus();
  });
  addEventListener('DOMContentLoaded', () => {
    tidy();
    new MutationObserver(later).observe(document.getElementById('app'), { childList: true, subtree: true });
  });
})();
