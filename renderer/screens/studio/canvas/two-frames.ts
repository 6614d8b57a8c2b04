/** Longest wait, ms: also a busy computer without a graphics card draws sooner. */
const LONGEST = 10_000;

/**
 * Resolves when the window has drawn twice: what was asked for before is on the screen.
 *
 * @throws Error with a sentence where the window draws nothing, such as one that is hidden on Wayland
 */
export async function twoFrames(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(() => {
    reject(new Error(`The window has drawn nothing for ${LONGEST / 1000} seconds.`));
  }, LONGEST);
  requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  try {
    await promise;
  } finally {
    clearTimeout(late);
  }
}
