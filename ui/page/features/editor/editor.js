// The editor of a program: a text field over a coloured copy of its lines. The
// field is the browser's own, so that undo, screen readers and phones' keyboards
// work as everywhere; what is typed goes to the panel as from any other field.
// The panel sets two properties of the field, program and fault, which leave
// alone what is there already.
'use strict';

(() => {
  const words = new Set('and break continue def elif else for if in lambda load not or pass return while True False None'.split(' '));
  // What programs may use beside the language itself; a test of package state
  // asks the interpreter for each.
  const known = new Set(('laplace normal exponential uniform bernoulli geometric randint choice query_pairs count_pairs ' +
    'exp log log1p expm1 sqrt pow sin cos atan tanh erf erfc Phi floor ceil round float32 abs min max sum pi inf ' +
    'len range list tuple dict set str int float bool sorted reversed enumerate zip any all fail gdp zcdp rdp subsampled').split(' '));
  const token = /(#.*)|([rb]?"""|[rb]?''')|([rb]?"(?:\\.|[^"\\])*"?|[rb]?'(?:\\.|[^'\\])*'?)|(0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|\s+|./g;

  // colour cuts a line into pieces; open is the quotation mark of a text that
  // began on a line before, and what it returns is that of the next line.
  const colour = (line, open, put) => {
    let at = 0;
    const close = (from) => {
      const end = line.indexOf(open, from);
      const to = end < 0 ? line.length : end + 3;
      put('str', line.slice(at, to));
      at = to;
      if (end >= 0) open = '';
    };
    if (open) close(0);
    while (at < line.length && !open) {
      token.lastIndex = at;
      const m = token.exec(line);
      if (m[2]) {
        open = m[2].slice(-3);
        close(at + m[2].length);
        continue;
      }
      const word = m[5];
      put(m[1] ? 'rem' : m[3] ? 'str' : m[4] ? 'num' : word && words.has(word) ? 'key' : word && known.has(word) ? 'fun' : '', m[0]);
      at += m[0].length;
    }
    return open;
  };

  const drawLine = (line, open) => {
    const el = document.createElement('span');
    el.className = 'line';
    el.next = colour(line, open, (kind, text) => {
      if (!kind) { el.append(text); return; }
      const s = document.createElement('span');
      s.className = 'tok-' + kind;
      s.textContent = text;
      el.append(s);
    });
    el.append('\n');
    el.line = line;
    el.open = open;
    return el;
  };

  // paint makes the copy show what the field holds; lines that are the same stay.
  const paint = (field) => {
    const box = field.closest('.editor');
    const copy = box && box.querySelector('.editor-copy'), side = box && box.querySelector('.editor-lines');
    if (!copy || !side) return;
    const lines = field.value.split('\n'), old = [...copy.childNodes];
    let open = '', same = 0, tail = 0;
    while (same < lines.length && same < old.length && old[same].line === lines[same]) open = old[same++].next;
    const most = Math.min(lines.length, old.length) - same;
    while (tail < most && old[old.length - 1 - tail].line === lines[lines.length - 1 - tail]) tail++;
    const rest = old[old.length - tail] || null;
    for (let i = same; i < old.length - tail; i++) old[i].remove();
    for (let i = same; i < lines.length - tail; i++) {
      const el = drawLine(lines[i], open);
      copy.insertBefore(el, rest);
      open = el.next;
    }
    // A text of several lines that began or ended above colours what follows.
    for (let el = rest; el && el.open !== open; el = el.nextSibling) {
      const fresh = drawLine(el.line, open);
      el.replaceWith(fresh);
      el = fresh;
      open = el.next;
    }
    while (side.childNodes.length > lines.length) side.lastChild.remove();
    while (side.childNodes.length < lines.length) {
      const n = document.createElement('span');
      n.textContent = `${side.childNodes.length + 1}\n`;
      side.append(n);
    }
    const wrong = (field.wrongLine || 0) - 1;
    for (const list of [copy, side]) {
      for (const was of list.querySelectorAll('.wrong')) was.classList.remove('wrong');
      list.childNodes[wrong]?.classList.add('wrong');
    }
  };
  const later = (field) => queueMicrotask(() => paint(field));

  Object.defineProperties(HTMLTextAreaElement.prototype, {
    program: {
      get() { return this.value; },
      set(text) {
        this.value = text;
        later(this);
      },
    },
    fault: {
      get() { return this.wrongLine || 0; },
      set(line) {
        this.wrongLine = line;
        later(this);
      },
    },
    // toFault leads to the line that is wrong; without one, to the field.
    toFault: {
      value() {
        if (!this.matches('.editor-text')) return false;
        const lines = this.value.split('\n');
        const line = Math.min(this.fault, lines.length);
        this.focus({ preventScroll: true });
        if (line > 0) {
          let from = 0;
          for (let i = 0; i < line - 1; i++) from += lines[i].length + 1;
          this.setSelectionRange(from, from + lines[line - 1].length);
        }
        const at = this.closest('.editor').querySelector('.editor-lines')?.childNodes[Math.max(line - 1, 0)];
        (at || this).scrollIntoView({ block: 'center', inline: 'nearest' });
        return true;
      },
    },
  });

  // type writes as if typed, so that it can be undone.
  const type = (field, text) => {
    if (document.execCommand('insertText', false, text)) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  const step = '    ';

  // shift moves the selected lines by a step.
  const shift = (field, back) => {
    const { value, selectionStart: a, selectionEnd: b } = field;
    if (!back && a === b) {
      const column = a - (value.lastIndexOf('\n', a - 1) + 1);
      type(field, ' '.repeat(4 - column % 4));
      return;
    }
    const from = value.lastIndexOf('\n', a - 1) + 1;
    let to = value.indexOf('\n', b > a && value[b - 1] === '\n' ? b - 1 : b);
    if (to < 0) to = value.length;
    const old = value.slice(from, to);
    let first = null;
    const moved = old.split('\n').map((line) => {
      const now = back ? line.replace(/^(?: {1,4}|\t)/, '') : line && step + line;
      if (first === null) first = now.length - line.length;
      return now;
    }).join('\n');
    if (moved === old) return;
    field.setSelectionRange(from, to);
    type(field, moved);
    if (a === b) field.setSelectionRange(Math.max(from, a + first), Math.max(from, a + first));
    else field.setSelectionRange(Math.max(from, a + first), b + moved.length - old.length);
  };

  // Tab belongs to the page until the visitor has entered the editor, and again
  // after Escape: whoever came by Tab leaves by Tab.
  const enter = (field, on) => {
    const box = field.closest('.editor');
    box.classList.toggle('entered', on);
    box.querySelector('[data-editor="tab"]')?.setAttribute('aria-pressed', String(on));
  };
  const entered = (field) => field.closest('.editor').classList.contains('entered');
  const of = (event) => event.target instanceof HTMLTextAreaElement && event.target.matches('.editor-text') ? event.target : null;

  addEventListener('input', (event) => {
    const field = of(event);
    if (field) paint(field);
  }, true);
  addEventListener('focusout', (event) => {
    const field = of(event);
    if (field && !field.closest('.editor').contains(event.relatedTarget)) enter(field, false);
  });
  addEventListener('pointerdown', (event) => {
    const field = of(event);
    if (field) enter(field, true);
    else if (event.target.closest?.('.editor [data-editor]')) event.preventDefault(); // the field keeps the focus
  });
  addEventListener('keydown', (event) => {
    const field = of(event);
    if (!field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    switch (event.key) {
      case 'F2':
        enter(field, true);
        break;
      case 'Escape':
        if (!entered(field)) return;
        enter(field, false);
        break;
      case 'Tab':
        if (!entered(field)) return;
        shift(field, event.shiftKey);
        break;
      default:
        if (event.key.length === 1) enter(field, true);
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // A new line begins where the one before did, further in after a colon; this
  // event comes from phones' keyboards too.
  let typing = false;
  addEventListener('beforeinput', (event) => {
    const field = of(event);
    if (!field || typing || event.inputType !== 'insertLineBreak' || !event.cancelable) return;
    event.preventDefault();
    const before = field.value.slice(field.value.lastIndexOf('\n', field.selectionStart - 1) + 1, field.selectionStart);
    typing = true;
    type(field, '\n' + before.match(/^[ \t]*/)[0] + (/:\s*(#.*)?$/.test(before) ? step : ''));
    typing = false;
  }, true);
  addEventListener('click', (event) => {
    const button = event.target.closest?.('.editor [data-editor]');
    const field = button && button.closest('.editor').querySelector('.editor-text');
    if (!field) return;
    switch (button.dataset.editor) {
      case 'tab': {
        const on = !entered(field);
        field.focus();
        enter(field, on);
        break;
      }
      case 'in':
      case 'out':
        field.focus();
        shift(field, button.dataset.editor === 'out');
        break;
      case 'fault':
        field.toFault();
    }
  });
  window.indistinctEditor = true;
})();
