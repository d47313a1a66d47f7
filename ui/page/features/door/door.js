// Doors for other software: see indistinct.d.ts. Nothing of what is asked is run as code.
'use strict';

(() => {
  const attempt = (f) => { try { return f(); } catch { return undefined; } };

  // What is asked waits for the panel, which knocks with the function that it hears by, and
  // answers each question by its number. Who asks for much at once is refused, settings are
  // changed one after the other and before a run that is asked for later, and nothing is read that is larger than a report or that
  // JSON does not know.
  // Where the page fails, all are answered by its sentence.
  let knock;
  const asked = new Map();
  const panel = new Promise((done, never) => {
    knock = done;
    addEventListener('indistinct-failed', ({ detail }) => {
      for (const no of [never, ...[...asked.values()].map((both) => both[1])]) no(new Error(detail));
    });
  });
  panel.catch(() => {});
  let number = 0;
  function answer(id, result, why, own) {
    const [yes, no] = asked.get(id);
    asked.delete(id);
    if (why) no(Object.assign(new Error(why), { own: JSON.parse(own) || {} }));
    else yes({ result: JSON.parse(result), own: JSON.parse(own) || {} });
  }
  const refuse = async (id) => { throw new Error(await window.indistinctSay(id)); };
  function weigh(value, left) {
    left.letters -= typeof value === 'string' ? value.length : 0;
    if (--left.values < 0 || left.letters < 0 || ArrayBuffer.isView(value)) throw new RangeError();
    if (Array.isArray(value)) for (const one of value) weigh(one, left);
    else if (value && typeof value === 'object') for (const name in value) {
      left.letters -= name.length;
      weigh(value[name], left);
    }
  }
  let waiting = 0, last = null;
  async function ask(what, value = null) {
    if (waiting >= 20) return refuse('door.many');
    const text = attempt(() => { weigh(value, { values: 1e5, letters: 4e6 }); return JSON.stringify(value); });
    if (!text) return refuse('door.data');
    waiting++;
    const before = last, reply = panel.then(async (hear) => {
      await before;
      return new Promise((yes, no) => {
        asked.set(String(++number), [yes, no]);
        hear(String(number), what, text);
      });
    });
    if (what === 'set') last = reply.catch(() => {});
    return reply.finally(() => { waiting--; });
  }
  const door = (what) => async (value) => (await ask(what, value)).result;
  const doors = { run: door('run'), set: door('set') };

  // abroad is an answer for a page of another site. What is the visitor's own stays here,
  // unless that very question held it: their program and what a file of theirs set. Of a
  // report on those only what indistinct.d.ts names is told: charts, facts and sentences
  // speak of them too.
  const abroad = (what, value) => ask(what, value).catch((err) => ({ error: err.message, own: err.own })).then(async ({ result, error, own = {} }) => {
    const withheld = Object.keys(own).filter((name) => String(value?.[name]) !== own[name]);
    if (!withheld.length) return error ? { error } : { result };
    if (error) return { error: await window.indistinctSay('door.own') };
    const settings = { ...(result.spec || result) };
    for (const name of withheld) delete settings[name];
    if (!result.spec) return { result: settings, withheld };
    const { program, version, verdict, epsilon, delta, epsilon_c, n, m, strong } = result;
    return { result: { program, version, spec: settings, verdict, epsilon, delta, epsilon_c, n, m,
      strong: { epsilon: strong.epsilon, level: strong.level, count: strong.count } }, withheld };
  });
  // tell tells the page and the one around it of a lesson.
  const tell = (text) => {
    const { type, ...of } = JSON.parse(text);
    dispatchEvent(new CustomEvent('indistinct-' + type, { detail: of }));
    if (parent !== window) parent.postMessage({ indistinct: type, ...of }, '*');
  };

  window.indistinctDoor = Object.assign(window.indistinct, { ...doors, knock, answer, tell });

  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || parent === window || [undefined, 'reply'].includes(data?.indistinct)) return;
    const { indistinct: what, id, value } = data;
    const reply = !['run', 'set'].includes(what) ? { error: await window.indistinctSay('door.kind') }
      : origin !== location.origin ? await abroad(what, value) : await doors[what](value).then((result) => ({ result }), (err) => ({ error: err.message }));
    source.postMessage({ indistinct: 'reply', id, ...reply }, origin === 'null' ? '*' : origin);
  });
})();
