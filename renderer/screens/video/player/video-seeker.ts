/** Seeks one at a time; of the requests meanwhile only the newest is used. */

export type Seeker = ReturnType<typeof createSeeker>;

/** Ms after which a seek counts as lost: some never report their end. */
const GIVE_UP = 1000;

/** @param later calls back after some ms; returns a function that cancels it */
export function createSeeker(
  video: { currentTime: number; addEventListener(type: 'seeked', listener: () => void): void },
  later: (callback: () => void, milliseconds: number) => () => void = laterInWindow,
) {
  let isSeeking = false;
  let pending: number | undefined;
  let cancelGivingUp: (() => void) | undefined;

  function begin(seconds: number): void {
    isSeeking = true;
    cancelGivingUp = later(end, GIVE_UP);
    video.currentTime = seconds;
  }

  function end(): void {
    cancelGivingUp?.();
    isSeeking = false;
    const next = pending;
    pending = undefined;
    if (next !== undefined) begin(next);
  }

  video.addEventListener('seeked', end);
  return {
    /** @param seconds the middle of a frame */
    seek(seconds: number): void {
      if (isSeeking) pending = seconds;
      else begin(seconds);
    },
  };
}

function laterInWindow(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}
