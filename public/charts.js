// The DOM half of chart.Board: it measures charts, shows what was drawn and hands
// on what a pointer and keys do there. The program itself holds no element: its
// collector knows nothing of the page's memory, and what has gone from the page
// would wait for it.
'use strict';

(() => {
  const figure = (id) => document.getElementById(id);
  // read shows a reading: a line with dots, and its text.
  const read = (id, cursor, text) => {
    const el = figure(id);
    if (!el) return;
    const svg = el.firstElementChild;
    svg?.querySelector('.cursor')?.remove();
    if (cursor) svg?.insertAdjacentHTML('beforeend', cursor);
    if (el.nextElementSibling) el.nextElementSibling.textContent = text;
  };

  // The panel adds point, leave and key.
  window.indistinctCharts = {
    // measure returns the window's height, the size of the letters, and of each
    // chart its width, its top and bottom, and whether it still shows a picture.
    // Everything is measured at once: the browser lays the page out once.
    measure(ids) {
      const of = {};
      for (const id of ids) {
        const el = figure(id);
        if (!el) continue;
        const box = el.getBoundingClientRect();
        of[id] = { width: el.clientWidth, top: box.top, bottom: box.bottom, drawn: el.plotId === id && !!el.firstElementChild };
      }
      return JSON.stringify({ height: innerHeight, letters: parseFloat(getComputedStyle(document.documentElement).fontSize) || 0, charts: of });
    },
    // draw shows a picture: SVG in which every text is escaped.
    draw(id, svg) {
      const el = figure(id);
      if (!el) return;
      el.innerHTML = svg;
      el.plotId = id;
      read(id, '', '');
    },
    read,
  };
  const charts = window.indistinctCharts;

  const at = (e) => e.target.closest?.('[data-chart]');
  const point = (el, e) => charts.point?.(el.dataset.chart, e.clientX - el.getBoundingClientRect().left);
  let over = '';
  document.addEventListener('pointermove', (e) => {
    const el = at(e), id = el ? el.dataset.chart : '';
    if (id !== over && over) charts.leave?.(over);
    over = id;
    if (el) point(el, e);
  });
  document.addEventListener('pointerdown', (e) => {
    const el = at(e);
    if (!el) return;
    over = el.dataset.chart;
    point(el, e);
  });
  document.addEventListener('keydown', (e) => {
    const el = !e.ctrlKey && !e.metaKey && !e.altKey && at(e);
    if (el && charts.key?.(el.dataset.chart, e.key)) e.preventDefault();
  });
})();
