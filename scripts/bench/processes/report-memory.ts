/** For a process that measures itself: runs an action and prints its memory as JSON, in bytes. */
import { highWaterMark, resetHighWaterMark } from '../resident-memory.ts';

/** Interval of the process's looks at itself, milliseconds. */
const SAMPLE_EVERY = 2;

/**
 * @param act calls `look` wherever it can; a timer calls it too
 */
export async function reportMemory(act: (look: () => void) => Promise<void>): Promise<void> {
  await resetHighWaterMark(process.pid);
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, SAMPLE_EVERY);
  await act(look);
  clearInterval(timer);
  look();
  peak = Math.max(peak, await highWaterMark(process.pid));
  process.stdout.write(JSON.stringify({ idle, peak }));
}
