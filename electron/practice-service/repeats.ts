/** Counts equal calls, so that a repeated call has another answer, as with a real service. */
import { createHash } from 'node:crypto';

/** The oldest is forgotten first. */
const REMEMBERED = 500;

export type CountRepeats = (kind: string, body: Uint8Array) => number;

export function createRepeats(): CountRepeats {
  const counts = new Map<string, number>();
  return (kind, body) => {
    const key = createHash('sha256').update(kind).update(body).digest('base64');
    const before = counts.get(key) ?? 0;
    counts.delete(key);
    counts.set(key, before + 1);
    const [oldest] = counts.keys();
    if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return before;
  };
}
