// A page in this folder leads to its laboratory, with what follows # in its own address.
'use strict';

const way = document.querySelector('a');
location.replace(way.href.replace(/#.*/, location.hash || way.hash));
