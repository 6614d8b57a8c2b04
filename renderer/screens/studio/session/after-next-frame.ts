/** Runs a task after the next frame; in a hidden window after a second. */
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
