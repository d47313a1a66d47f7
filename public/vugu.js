// The DOM half of vugu (github.com/vugu/vugu v0.5.1, MIT licence, copyright the
// Vugu authors): it decodes the instructions of package domrender. Rewritten
// here as a file because the page's Content-Security-Policy forbids the eval
// through which vugu loads its own, with four differences:
//  · what is already so is not set again (attributes, properties, texts);
//  · an event that fires during a render, such as the blur of a field that is
//    being removed, waits until the render is over; vugu would wait for itself
//    for ever (its issue 229);
//  · an event carries the few values that handlers use, not every property of
//    its target;
//  · text never passes the HTML parser, and children of an element that has
//    none any more are removed, except below data-own, where code other than
//    vugu draws.
(() => {
  const utf8 = new TextDecoder();
  const encode = new TextEncoder();
  let render = new Uint8Array(16384);
  let view = new DataView(render.buffer);
  let at = 0;
  let el = null, move = "", mount = null, attrs = new Set(), keys = new Set();
  let leaf = null, html = "", rendering = false;
  let onEvent = null, onCallback = null, active = null;

  const u32 = () => { const v = view.getUint32(at); at += 4; return v; };
  const str = () => { const n = u32(); const s = utf8.decode(render.subarray(at, at + n)); at += n; return s; };

  window.vuguGetRenderArray = () => render;
  window.vuguSetEventHandler = (f) => { onEvent = f; };
  window.vuguSetCallbackHandler = (f) => { onCallback = f; };
  window.vuguGetActiveEvent = () => active;
  window.vuguGetActiveEventTarget = () => active && active.target;
  window.vuguGetActiveEventCurrentTarget = () => active && active.currentTarget;
  window.vuguActiveEventPreventDefault = () => { if (active) active.preventDefault(); };
  window.vuguActiveEventStopPropagation = () => { if (active) active.stopPropagation(); };

  const fields = ["type", "key", "code", "altKey", "ctrlKey", "metaKey", "shiftKey", "clientX", "clientY", "button"];
  const targets = ["value", "checked", "id", "name", "tagName"];
  const pick = (from, names) => {
    const o = {};
    for (const n of names) {
      const v = from[n], t = typeof v;
      if (t === "string" || t === "boolean" || t === "number" && Number.isFinite(v)) o[n] = v;
    }
    return o;
  };

  const dispatch = (event, node, type, summary) => {
    const h = node.vuguEvents && node.vuguEvents[type];
    if (!h || !node.isConnected) return;
    active = event;
    const json = encode.encode(JSON.stringify({position_id: h.position, event_type: type, capture: false, passive: false, event_summary: summary}));
    const buffer = new Uint8Array(json.length + 4);
    new DataView(buffer.buffer).setUint32(0, json.length);
    buffer.set(json, 4);
    onEvent.call(null, buffer);
    active = null;
  };

  const listener = (event) => {
    const node = event.currentTarget, type = event.type;
    const summary = pick(event, fields);
    if (event.target) summary.target = pick(event.target, targets);
    if (rendering) setTimeout(() => dispatch(event, node, type, summary));
    else dispatch(event, node, type, summary);
  };

  // settle carries out a move that a node creation did not.
  const settle = () => {
    if (move === "child") el = el.firstChild;
    else if (move === "next") el = el.nextSibling;
    if (!el) throw new Error("vugu: there is no node to move to");
    move = "";
  };

  // prune removes what an element without children used to hold.
  const prune = () => {
    if (leaf) {
      if (!leaf.hasAttribute("data-own")) {
        if (leaf.firstChild) leaf.replaceChildren();
        leaf.vuguHTML = leaf.plotId = undefined;
      }
      leaf = null;
    }
  };

  // node makes the node at the place that move points to fit, or replaces it.
  const node = (fits, make) => {
    prune();
    let there = el, parent = null;
    if (move === "child") { parent = el; there = el.firstChild; }
    else if (move === "next") { parent = el.parentNode; there = el.nextSibling; }
    move = "";
    if (there && fits(there)) { el = there; return; }
    const fresh = make();
    if (there) there.parentNode.replaceChild(fresh, there);
    else parent.appendChild(fresh);
    el = fresh;
  };

  const element = (name, ns) => {
    const want = name.toLowerCase();
    node((n) => n.nodeType === 1 && n.nodeName.toLowerCase() === want && (!ns || n.namespaceURI === ns),
      () => ns ? document.createElementNS(ns, name) : document.createElement(name));
    attrs = new Set();
    keys = new Set();
  };

  const characters = (type, text, make) => {
    node((n) => n.nodeType === type, () => make(text));
    if (el.data !== text) el.data = text;
  };

  const entities = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#39;": "'", "&#34;": '"'};

  const setHTML = (s) => {
    leaf = null;
    if (el.vuguHTML === s && el.firstChild) return;
    el.vuguHTML = s;
    if (s.includes("<")) { el.innerHTML = s; return; } // static markup of a .vugu file
    const text = s.replace(/&(?:lt|gt|amp|#39|#34);/g, (e) => entities[e]);
    if (!/[\x01\x02\x04]/.test(text)) { el.textContent = text; return; }
    // Symbols, as figure.Rich marks them.
    el.replaceChildren(...text.split(/([\x01\x02\x04][^\x03]*\x03)/).map((part) => {
      const mark = part.charCodeAt(0);
      const kind = {1: "sym", 2: "sym sub", 4: "sym sup"}[mark];
      if (!kind) return part;
      const symbol = document.createElement("span");
      symbol.className = kind;
      symbol.textContent = part.slice(1, -1);
      return symbol;
    }));
  };

  const ops = {
    1: () => { prune(); el = null; move = ""; },
    5: () => { // no other attributes
      for (let i = el.attributes.length - 1; i >= 0; i--) {
        const n = el.attributes[i].name;
        if (!attrs.has(n) && !(n === "open" && el.nodeName === "DETAILS") && !(n.startsWith("aria-value") && attrs.has("data-own"))) el.removeAttribute(n);
      }
    },
    6: () => {
      const n = str(), v = str();
      attrs.add(n);
      if (el.getAttribute(n) !== v) el.setAttribute(n, v);
    },
    7: () => { // mount point
      const selector = str(), name = str();
      if (!mount) mount = document.querySelector(selector);
      if (mount.nodeName.toLowerCase() !== name.toLowerCase()) {
        const fresh = document.createElement(name);
        mount.replaceWith(fresh);
        mount = fresh;
      }
      el = mount;
      move = "";
      attrs = new Set();
      keys = new Set();
    },
    20: () => { // to the first child
      if (move) settle();
      if (leaf === el) leaf = null;
      el.vuguHTML = el.plotId = undefined;
      move = "child";
    },
    21: () => element(str(), ""),
    23: () => characters(3, str(), (t) => document.createTextNode(t)),
    24: () => characters(8, str(), (t) => document.createComment(t)),
    25: () => { // to the parent; what follows the last child goes
      prune();
      if (move === "child") { el.replaceChildren(); move = ""; return; }
      if (move === "next") { move = ""; }
      const p = el.parentNode;
      while (el.nextSibling) p.removeChild(el.nextSibling);
      el = p;
    },
    26: () => { // to the next sibling
      prune();
      if (move) settle();
      move = "next";
    },
    27: () => { // no other listeners
      str();
      const have = el.vuguEvents;
      if (have) {
        for (const type of Object.keys(have)) {
          if (!keys.has(type)) {
            el.removeEventListener(type, listener);
            delete have[type];
          }
        }
      }
      leaf = el;
    },
    28: () => {
      const position = str(), type = str();
      at += 2; // capture, passive: never used here
      keys.add(type);
      const have = el.vuguEvents || (el.vuguEvents = {});
      if (!have[type]) el.addEventListener(type, listener);
      have[type] = {position};
    },
    29: () => { const s = html + str(); html = ""; setHTML(s); },
    31: () => {}, // style tags: components bring none
    35: () => {
      const n = str(), v = JSON.parse(str());
      if (el[n] !== v) el[n] = v;
    },
    37: () => { html += str(); },
    38: () => {
      const ns = str() || null, n = str(), v = str();
      attrs.add(n);
      if (el.getAttributeNS(ns, n) !== v) el.setAttributeNS(ns, n, v);
    },
    39: () => { const name = str(), ns = str(); element(name, ns); },
    40: () => { onCallback(u32()); },
    41: () => { onCallback(u32(), el); },
  };

  window.vuguRender = () => {
    rendering = true;
    at = 0;
    try {
      for (;;) {
        const op = render[at++];
        if (op === 0) break;
        const f = ops[op];
        if (!f) throw new Error("vugu: unknown instruction " + op);
        f();
      }
    } finally {
      rendering = false;
    }
  };
})();
