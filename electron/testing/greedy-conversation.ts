/** A file of 10 MB whose reading takes several times as much memory. */
import { createReadingThread } from '../backend/service/common/reading/read-in-thread.ts';

/** MB that are enough for a small file and too few for this one. */
const MEGABYTES = 24;

const MESSAGE = JSON.stringify({ role: 'user', content: 'x' });
const GREEDY = `{"messages":[${Array.from({ length: 300_000 }, () => MESSAGE).join()}]}`;

/** @returns reads a small file, the greedy one, and a small one again; how each ended */
export async function readGreedily(): Promise<readonly string[]> {
  const thread = createReadingThread({ milliseconds: 60_000, megabytes: MEGABYTES });
  const ends: string[] = [];
  for (const text of [`{"messages":[${MESSAGE}]}`, GREEDY, `{"messages":[${MESSAGE}]}`]) {
    const bytes = new TextEncoder().encode(text);
    const parts = thread.read('conversations', { bytes }, new AbortController().signal);
    try {
      while ((await parts.next()).done !== true);
      ends.push('read');
    } catch (error) {
      ends.push((error as Error).message);
    }
  }
  thread.close();
  return ends;
}
