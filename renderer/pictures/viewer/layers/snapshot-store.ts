/** The state of a stage for its screen: an immutable snapshot, renewed at most once per frame. */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { FrameLoop } from './frame-loop.ts';

export interface SnapshotStore<Snapshot> {
  get(): Snapshot;
  /** Something may have changed: compares and tells in the next frame. */
  changed(): void;
  subscribe(listener: () => void): () => void;
}

/**
 * @param read makes a snapshot of the current state; parts that did not change must be the same objects
 */
export function createSnapshotStore<Snapshot extends object>(
  frames: FrameLoop,
  read: () => Snapshot,
): SnapshotStore<Snapshot> {
  let current = read();
  const listeners = createCallbacks();

  function publish(): void {
    const next = read();
    if (isSame(current, next)) return;
    current = next;
    listeners.call();
  }

  return {
    get: () => current,
    changed: () => frames.request(publish),
    subscribe: listeners.on,
  };
}

/** Each part is the same object. */
function isSame<Snapshot extends object>(a: Snapshot, b: Snapshot): boolean {
  const parts = Object.keys(a) as (keyof Snapshot)[];
  return parts.every((part) => Object.is(a[part], b[part]));
}
