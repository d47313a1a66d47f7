// What scan.js leaves, and needs of a browser.

interface Window {
  indistinctScan: object;
  BarcodeDetector?: unknown;
}

/** Reads QR codes; not in all browsers. */
declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(image: CanvasImageSource): Promise<{ rawValue: string }[]>;
}

interface Document {
  getElementById(id: "class-camera"): HTMLVideoElement;
}
