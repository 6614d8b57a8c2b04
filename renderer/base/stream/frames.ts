/** Calls of at most one a frame, also in a window that shows no frames. */

/** Hidden windows show no frames; their texts grow this often, ms. */
const HIDDEN_INTERVAL = 500;

/** Asks for a call with the next frame. */
export interface Frames {
  /** @returns the way to call it off */
  request(callback: () => void): () => void;
}

/** The frames of this window, and a timer for as long as it is hidden. */
export const windowFrames: Frames = {
  request(callback) {
    const frame = requestAnimationFrame(run);
    const timer = setTimeout(run, HIDDEN_INTERVAL);
    return cancel;

    function run(): void {
      cancel();
      callback();
    }
    function cancel(): void {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    }
  },
};
