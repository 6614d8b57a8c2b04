/** Measured time, ms. */
const WINDOW = 5000;

/** @param now monotonic ms */
export function createUploadSpeed(now: () => number = () => performance.now()) {
  let parts: { readonly at: number; readonly bytes: number }[] = [];
  const recent = () => {
    const from = now() - WINDOW;
    parts = parts.filter(({ at }) => at >= from);
    return parts;
  };
  return {
    add(bytes: number): void {
      if (bytes <= 0) return;
      const last = parts.at(-1);
      const at = now();
      // Merges many small writes.
      if (last !== undefined && at - last.at < 50) {
        parts[parts.length - 1] = { at: last.at, bytes: last.bytes + bytes };
      } else {
        recent().push({ at, bytes });
      }
    },
    bytesPerSecond(): number {
      const [first] = recent();
      if (first === undefined) return 0;
      const seconds = Math.max(1, (now() - first.at) / 1000);
      return parts.reduce((sum, { bytes }) => sum + bytes, 0) / seconds;
    },
  };
}
