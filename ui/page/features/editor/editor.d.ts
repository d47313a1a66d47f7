// What editor.js leaves, and adds to elements.

interface Window {
  indistinctEditor: boolean;
}

interface ParentNode {
  querySelector(selectors: ".editor-text"): HTMLTextAreaElement;
}

interface HTMLTextAreaElement {
  // editor.js: the text and the line that is wrong, for the panel
  program: string;
  fault: number;
  wrongLine?: number;
  toFault(): boolean;
}

interface HTMLSpanElement {
  // editor.js: a line of a program, and the quotation mark that is open before and after it
  line?: string;
  open?: string;
  next?: string;
}
