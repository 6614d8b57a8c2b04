/** Maximum wait, ms; even slow software rendering is faster. */
const LONGEST = 10_000;

/**
 * Resolves after two frames, when earlier changes are on the screen.
 * @throws Error with a sentence if nothing is drawn, e.g. in a hidden window on Wayland
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
