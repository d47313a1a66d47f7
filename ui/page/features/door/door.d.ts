// What door.js leaves.

interface Window {
  indistinctDoor: object;
}
