// The editor of a program: a text field over a coloured copy of its lines. The
// field is the browser's own, so that undo, screen readers and phones' keyboards
// work as everywhere; what is typed goes to the panel as from any other field.
// The panel sets two properties of the field, program and fault, which leave
// alone what is there already.
'use strict';

(() => {
  const words = new Set('and assert break class continue def elif else for from if import in is lambda not or pass raise return while True False None'.split(' '));
  // What programs may use beside the language itself; a test of package state
  // asks the interpreter for each.
  const known = new Set(('laplace normal exponential uniform bernoulli geometric randint choice query_pairs count_pairs ' +
    'exp log log1p expm1 sqrt pow sin cos atan tanh erf erfc Phi floor ceil round float32 abs min max sum pi inf ' +
    'len range list tuple dict set str int float bool sorted reversed enumerate zip any all fail gdp zcdp rdp subsampled').split(' '));
  // A comment, a text (of three marks over several lines), a number, a name; all else is as it is.
  const token = /(#.*)|([rb]?("""|''')[^]*?(?:\3|$)|[rb]?"(?:\\.|[^"\\\n])*"?|[rb]?'(?:\\.|[^'\\\n])*'?)|(0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|[A-Za-z_]\w*|\s+|[^]/g;

  const span = (kind, ...inside) => {
    const el = document.createElement('span');
    el.className = kind;
    el.append(...inside);
    return el;
  };

  // paint makes the copy show what the field holds, and the side the numbers of its lines.
  const paint = (field) => {
    const box = field.closest('.editor');
    if (!box) return;
    const lines = [[]];
    for (const [text, note, quoted, , number] of field.value.matchAll(token)) {
      const kind = note ? 'rem' : quoted ? 'str' : number ? 'num' : words.has(text) ? 'key' : known.has(text) ? 'fun' : '';
      text.split('\n').forEach((part, i) => {
        if (i > 0) lines.push([]);
        lines[lines.length - 1].push(kind ? span('tok-' + kind, part) : part);
      });
    }
    const kind = (i) => i + 1 === field.fault ? 'line wrong' : 'line';
    box.querySelector('.editor-copy').replaceChildren(...lines.map((line, i) => span(kind(i), ...line)));
    box.querySelector('.editor-lines').replaceChildren(...lines.map((_, i) => span(kind(i), `${i + 1}`)));
  };

  Object.defineProperties(HTMLTextAreaElement.prototype, {
    program: {
      get() { return this.value; },
      set(text) {
        this.value = text;
        queueMicrotask(() => paint(this)); // it may not be in the page yet
      },
    },
    fault: {
      get() { return this.wrongLine || 0; },
      set(line) {
        this.wrongLine = line;
        queueMicrotask(() => paint(this));
      },
    },
    // toFault leads to the line that is wrong; without one, to the field.
    toFault: {
      value() {
        if (!this.matches('.editor-text')) return false;
        const side = this.closest('.editor').querySelector('.editor-lines');
        const lines = this.value.split('\n').slice(0, this.fault), end = lines.join('\n').length;
        this.focus({ preventScroll: true });
        if (lines.length) this.setSelectionRange(end - lines[lines.length - 1].length, end);
        (side.querySelector('.wrong') || side.firstElementChild).scrollIntoView({ block: 'center', inline: 'nearest' });
        return true;
      },
    },
  });

  const step = '    ';

  // type writes in place of the selection as if typed, so that it can be undone.
  const type = (text) => document.execCommand(text ? 'insertText' : 'delete', false, text);

  // shift moves the selected lines by a step; where nothing is selected, forwards only what
  // stands behind the caret.
  const shift = (field, back) => {
    const { value, selectionStart: a, selectionEnd: b } = field;
    const from = value.lastIndexOf('\n', a - 1) + 1, to = (value + '\n').indexOf('\n', a < b ? b - 1 : b);
    if (!back && a === b) return type(step.slice((a - from) % 4));
    const old = value.slice(from, to), moved = back ? old.replace(/^( {1,4}|\t)/gm, '') : old.replace(/^(?=.)/gm, step);
    if (moved === old) return;
    field.setSelectionRange(from, to);
    type(moved);
    if (a < b) field.setSelectionRange(from, from + moved.length);
    else field.selectionStart = field.selectionEnd = Math.max(from, a + moved.length - old.length);
  };

  // Tab belongs to the page until the visitor has clicked or typed in the editor, and again
  // after Escape: whoever came by Tab leaves by Tab.
  let entered = false;
  const of = ({ target }) => target instanceof HTMLTextAreaElement && target.matches('.editor-text') ? target : null;
  addEventListener('pointerdown', (event) => {
    if (of(event)) entered = true;
    else if (event.target.closest?.('[data-editor]')) event.preventDefault(); // the field keeps the focus
  });
  addEventListener('focusout', (event) => { if (of(event)) entered = false; });
  addEventListener('keydown', (event) => {
    const field = of(event);
    if (!field || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1) entered = true;
    if (!entered || !['Tab', 'Escape'].includes(event.key)) return;
    if (event.key === 'Tab') shift(field, event.shiftKey);
    else entered = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  // A new line begins where the one before did, further in after a colon; this event comes
  // from phones' keyboards too.
  addEventListener('input', (event) => {
    const field = of(event);
    if (!field) return;
    if (/** @type {InputEvent} */ (event).inputType === 'insertLineBreak') {
      const before = field.value.slice(0, field.selectionStart - 1).split('\n').pop();
      const room = before.match(/^[ \t]*/)[0] + (/:\s*(#.*)?$/.test(before) ? step : '');
      if (room) type(room);
    }
    paint(field);
  }, true);
  addEventListener('click', ({ target }) => {
    const button = target.closest?.('[data-editor]');
    if (!button) return;
    const field = button.closest('.editor').querySelector('.editor-text');
    field.focus();
    shift(field, button.dataset.editor === 'out');
  });
  window.indistinctEditor = true;
})();
