// The DOM half of package ui/dom: it carries out the instructions that make the
// document show what the panel built. Text never passes the HTML parser, but
// for static markup of the .vugu files.
//
// Two rules keep the program from waiting for itself: an event that fires while
// instructions are carried out, such as the blur of a field that is being
// removed, comes afterwards; and an event carries the few values that handlers
// use, so that they need not ask.
'use strict';

(() => {
  const utf8 = new TextDecoder();
  const svg = 'http://www.w3.org/2000/svg';
  let nodes = new Map();
  let bytes, at = 0;
  let busy = false, handler = null, active = null;

  const num = () => {
    let v = 0, shift = 1;
    for (;;) {
      const b = bytes[at++];
      v += (b & 127) * shift;
      if (b < 128) return v;
      shift *= 128;
    }
  };
  const str = () => {
    const n = num();
    at += n;
    return n === 0 ? '' : utf8.decode(bytes.subarray(at - n, at));
  };
  const node = () => nodes.get(num());

  // What our handlers have vugu (v0.5.1) ask of the event under way.
  window.vuguActiveEventPreventDefault = () => { if (active) active.preventDefault(); };

  const fields = ['type', 'key', 'code', 'altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'clientX', 'clientY', 'button'];
  const targets = ['value', 'checked', 'open', 'id', 'name', 'tagName'];
  const pick = (from, names) => {
    const o = {};
    for (const n of names) {
      const v = from[n], t = typeof v;
      if (t === 'string' || t === 'boolean' || t === 'number' && Number.isFinite(v)) o[n] = v;
    }
    return o;
  };

  const dispatch = (event, target, summary) => {
    if (!target.isConnected || !handler) return;
    active = event;
    try { handler(target.domId, event.type, JSON.stringify(summary)); } finally { active = null; }
  };

  const listener = (event) => {
    const target = event.currentTarget;
    const summary = pick(event, fields);
    if (event.target) summary.target = pick(event.target, targets);
    if (busy) setTimeout(() => dispatch(event, target, summary));
    else dispatch(event, target, summary);
  };

  const entities = {'&lt;': '<', '&gt;': '>', '&amp;': '&', '&#39;': "'", '&#34;': '"'};
  const kinds = {1: 'sym', 2: 'sym sub', 4: 'sym sup'};

  const content = (el, s) => {
    if (s.includes('<')) { el.innerHTML = s; return; } // static markup of a .vugu file
    const text = s.replace(/&(?:lt|gt|amp|#39|#34);/g, (e) => entities[e]);
    if (!/[\x01\x02\x04]/.test(text)) { el.textContent = text; return; }
    // Symbols, as chart.Rich marks them.
    el.replaceChildren(...text.split(/([\x01\x02\x04][^\x03]*\x03)/).map((part) => {
      const kind = kinds[part.charCodeAt(0)];
      if (!kind) return part;
      const symbol = document.createElement('span');
      symbol.className = kind;
      symbol.textContent = part.slice(1, -1);
      return symbol;
    }));
  };

  // Elements of the page's own HTML that stay where they are: by id those that
  // have not been taken over, and for each parent the one that what comes next
  // stands before.
  let kept = new Map(), next = new Map();
  const clear = (el) => {
    for (const c of [...el.childNodes]) {
      if (c.nodeType !== 1 || !c.hasAttribute('data-keep')) { c.remove(); continue; }
      kept.set(c.id, c);
      next.set(el, c);
      if (!c.hasAttribute('data-own')) clear(c);
    }
  };

  const keep = (id, n) => { n.domId = id; nodes.set(id, n); };
  const forget = (n) => {
    if (n.domId) nodes.delete(n.domId);
    for (let c = n.firstChild; c; c = c.nextSibling) forget(c);
  };

  const ops = [
    null,
    () => {
      const id = num(), ns = num(), tag = str(), old = kept.get(str());
      if (old) kept.delete(old.id);
      keep(id, old || (ns ? document.createElementNS(svg, tag) : document.createElement(tag)));
    },
    () => { const id = num(); keep(id, document.createTextNode(str())); },
    () => { const el = node(), name = str(); el.setAttribute(name, str()); },
    () => { node().removeAttribute(str()); },
    () => { const el = node(), name = str(), v = JSON.parse(str()); if (el[name] !== v) el[name] = v; },
    () => { const el = node(); for (let c = el.firstChild; c; c = c.nextSibling) forget(c); content(el, str()); },
    () => { node().data = str(); },
    () => {
      const parent = node(), child = node(), before = num();
      if (next.get(parent) === child) next.delete(parent);
      else parent.insertBefore(child, before ? nodes.get(before) : next.get(parent) || null);
    },
    () => { const el = node(); forget(el); el.remove(); },
    () => { node().addEventListener(str(), listener); },
    () => { node().removeEventListener(str(), listener); },
  ];

  window.indistinctDOM = {
    listen: (f) => { handler = f; },
    mount: (selector) => {
      const el = document.querySelector(selector);
      nodes = new Map();
      kept = new Map();
      next = new Map();
      keep(1, el);
      clear(el);
      window.indistinctMounted = true;
    },
    apply: (message) => {
      bytes = message;
      at = 0;
      busy = true;
      try { while (at < bytes.length) ops[bytes[at++]](); } finally { busy = false; }
    },
  };
})();
