/** Calls at most once a frame, also in windows that render no frames. */

/** Hidden windows render no frames; their texts are updated this often, ms. */
const HIDDEN_INTERVAL = 500;

export interface Frames {
  /** Calls back with the next frame. @returns cancels it */
  request(callback: () => void): () => void;
}

/** Frames of this window, or a timer while it is hidden. */
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
