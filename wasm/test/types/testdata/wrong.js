'use strict';
const frame = document.getElementById('scene');
window.indistinctSay(frame.contentWindw, {}, undefined, 3);
window.indistinctOther = 1;
