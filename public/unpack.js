// Unpacks a program for the page, in a Web Worker: LZMA, as the build packs it (see package
// pack). It is a seventh smaller than what Brotli makes of it at quality 9, and three tenths
// smaller than what gzip does, which is all that many hosts send. Browsers have no decoder for
// LZMA; this one is ours since it gives pieces while the rest is on its way.
//
// The page sends a file's pieces as they come and undefined after the last. It gets as many
// unpacked ones, or a sentence where the file is damaged.
'use strict';

// decoder returns a function that takes a packed piece, or none after the last, and returns
// what it unpacks to. It throws where the file is damaged.
//
// The format is that of Igor Pavlov's LZMA specification (2015), whose names stand here. A
// file begins with its properties, the dictionary's size and its own size. Then come bits of
// a range coder, each with a probability that adapts: whether a byte follows, or a match of
// so many bytes that stand so far back already. The unpacked file is the dictionary.
function decoder() {
  let input = new Uint8Array(0), at = 0; // what has come, and how much of it is decoded
  let out = null, pos = 0; // the unpacked file, and how much of it there is
  let lc, lp, pb;
  const coder = Uint32Array.of(0xffffffff, 0); // its range and code; variables of this size would be slow
  let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
  const probs = (n) => new Uint16Array(n).fill(1024);
  let literals;
  const isMatch = probs(12 << 4), isRep = probs(12), isRepG0 = probs(12), isRepG1 = probs(12), isRepG2 = probs(12), isRep0Long = probs(12 << 4);
  const slots = probs(4 << 6), special = probs(115), align = probs(16);
  const lengths = () => ({ choice: probs(2), low: probs(16 << 3), mid: probs(16 << 3), high: probs(256) });
  const lenDecoder = lengths(), repLenDecoder = lengths();

  // bit decodes one bit by the probability i of p.
  const bit = (p, i) => walk(p, i - 1, 1, 2) - 2;
  // walk decodes bits down a tree of probabilities that begin at p[from], from node to end.
  function walk(p, from, node, end) {
    let range = coder[0], code = coder[1], next = at;
    while (node < end) {
      const i = from + node, prob = p[i], bound = (range >>> 11) * prob;
      if (code < bound) {
        range = bound;
        p[i] = prob + (2048 - prob >>> 5);
        node <<= 1;
      } else {
        range -= bound;
        code -= bound;
        p[i] = prob - (prob >>> 5);
        node = node << 1 | 1;
      }
      if (range < 0x1000000) {
        range = range << 8 >>> 0;
        code = (code << 8 | input[next++]) >>> 0;
      }
    }
    coder[0] = range;
    coder[1] = code;
    at = next;
    return node;
  }
  const tree = (p, from, bits) => walk(p, from, 1, 1 << bits) - (1 << bits);
  function reverse(p, from, bits) {
    let m = 1, sum = 0;
    for (let i = 0; i < bits; i++) {
      const b = bit(p, from + m);
      m = m << 1 | b;
      sum |= b << i;
    }
    return sum;
  }
  function direct(bits) {
    let sum = 0;
    for (let i = 0; i < bits; i++) {
      coder[0] >>>= 1;
      const b = coder[1] >= coder[0] ? 1 : 0;
      if (b) coder[1] -= coder[0];
      sum = sum << 1 | b;
      if (coder[0] < 0x1000000) {
        coder[0] = coder[0] << 8 >>> 0;
        coder[1] = (coder[1] << 8 | input[at++]) >>> 0;
      }
    }
    return sum;
  }
  function length(l, posState) {
    if (!bit(l.choice, 0)) return tree(l.low, posState << 3, 3);
    if (!bit(l.choice, 1)) return 8 + tree(l.mid, posState << 3, 3);
    return 16 + tree(l.high, 0, 8);
  }
  function distance(len) {
    const slot = tree(slots, Math.min(len, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, dist = (2 | slot & 1) << bits;
    return slot < 14 ? dist + reverse(special, dist - slot, bits) : dist + (direct(bits - 4) << 4) + reverse(align, 0, 4);
  }
  function literal() {
    const prev = pos ? out[pos - 1] : 0;
    const from = 0x300 * (((pos & (1 << lp) - 1) << lc) + (prev >> 8 - lc));
    let symbol = 1;
    if (state >= 7) {
      let match = out[pos - rep0 - 1];
      do {
        const m = match >> 7 & 1;
        match <<= 1;
        const b = bit(literals, from + (1 + m << 8) + symbol);
        symbol = symbol << 1 | b;
        if (m !== b) break;
      } while (symbol < 0x100);
    }
    out[pos++] = walk(literals, from, symbol, 0x100);
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }
  function symbol() {
    const posState = pos & (1 << pb) - 1;
    if (!bit(isMatch, (state << 4) + posState)) return literal();
    let len;
    if (bit(isRep, state)) {
      if (!bit(isRepG0, state)) {
        if (!bit(isRep0Long, (state << 4) + posState)) {
          if (rep0 >= pos) throw new Error('a match begins before the file');
          out[pos] = out[pos - rep0 - 1];
          pos++;
          state = state < 7 ? 9 : 11;
          return;
        }
      } else {
        let dist = rep1;
        if (bit(isRepG1, state)) {
          dist = rep2;
          if (bit(isRepG2, state)) {
            dist = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = dist;
      }
      len = length(repLenDecoder, posState);
      state = state < 7 ? 8 : 11;
    } else {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      len = length(lenDecoder, posState);
      state = state < 7 ? 7 : 10;
      rep0 = distance(len);
    }
    len += 2;
    if (rep0 >= pos || len > out.length - pos) throw new Error('a match is outside the file');
    for (let from = pos - rep0 - 1; len > 0; len--) out[pos++] = out[from++];
  }

  function begin() {
    if (input.length < 18) throw new Error(input.length ? 'the file is not whole' : 'the file is empty');
    const header = new DataView(input.buffer);
    const properties = header.getUint8(0);
    lc = properties % 9;
    lp = Math.floor(properties / 9) % 5;
    pb = Math.floor(properties / 45);
    if (pb > 4 || header.getUint32(9)) throw new Error('the header is no LZMA');
    literals = probs(0x300 << lc + lp);
    out = new Uint8Array(header.getUint32(5, true));
    coder[1] = header.getUint32(14);
    at = 18;
  }

  // A symbol takes at most 20 packed bytes.
  return (piece) => {
    if (piece) {
      const rest = input.subarray(at);
      input = new Uint8Array(rest.length + piece.length);
      input.set(rest);
      input.set(piece, rest.length);
      at = 0;
    }
    if (!out && input.length < 18 && piece) return new Uint8Array(0);
    if (!out) begin();
    const from = pos, enough = piece ? input.length - 20 : input.length;
    while (pos < out.length && at <= enough) symbol();
    if (!piece && (pos < out.length || coder[1])) throw new Error('the file is not whole');
    return out.slice(from, pos);
  };
}

if (typeof DedicatedWorkerGlobalScope === 'function') { // not the service worker, which has it too
  const decode = decoder();
  self.addEventListener('message', ({ data }) => {
    try {
      const unpacked = decode(data);
      self.postMessage(unpacked, { transfer: [unpacked.buffer] });
    } catch (err) {
      self.postMessage(err.message);
    }
  });
}
