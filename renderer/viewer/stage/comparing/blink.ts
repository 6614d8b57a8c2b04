/** Milliseconds per phase: slow enough not to flash. */
const PHASE = 180;
const PHASES = 4;

/** @param setVisible called for each phase; the last call passes `true` */
export function createBlink(setVisible: (isVisible: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(left: number): void {
    setVisible(left % 2 === 1);
    timer = left > 1 ? setTimeout(() => go(left - 1), PHASE) : undefined;
  }

  return {
    start(): void {
      clearTimeout(timer);
      go(PHASES);
    },
    stop(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      setVisible(true);
    },
  };
}
