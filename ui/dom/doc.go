// Package dom draws what vugu's components build into the document. It stands
// in for vugu's own renderer, which describes the whole page to the browser at
// every render through a buffer of 16,384 bytes: here a tree remembers what
// stands in the document, and only what differs is sent, in one message of any
// length, to the few lines of public/dom.js.
//
// Elements are matched with those of the render before by tag and by id, or by
// the first word of their class where they have none, in order; what is not
// matched is inserted or removed and nothing is ever moved, so that focus and
// half-typed text stay. The children of an element with the attribute data-own
// belong to other code. Elements of the page's own HTML with the attribute
// data-keep, such as the one around the scene's frame, are taken over as they
// stand: a frame that is moved loads again.
package dom
