/** Waits until the last drawing is on the screen. */

/** Runs a task when the next frame is on the screen; in a window that is not shown, after a second. */
export function afterNextFrame(task: () => void): void {
  let isDue = true;
  const run = (): void => {
    if (!isDue) return;
    isDue = false;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, 1000);
  requestAnimationFrame(() => setTimeout(run));
}
