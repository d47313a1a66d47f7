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
