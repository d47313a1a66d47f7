// What door.js leaves.

interface Window {
  indistinctDoor: object;
}

interface WindowEventMap {
  /** The page has failed altogether; the detail says why. */
  'indistinct-failed': CustomEvent<string>;
}
