/** Immutable snapshots for a screen, renewed at most once per frame. */
import { createCallbacks } from '../../../../shared/callbacks.ts';
import type { FrameLoop } from './frame-loop.ts';

/** @param read must return the same objects for parts that did not change */
export function createSnapshotStore<Snapshot extends object>(
  frames: FrameLoop,
  read: () => Snapshot,
) {
  let current = read();
  const listeners = createCallbacks();

  function publish(): void {
    const next = read();
    if (isSame(current, next)) return;
    current = next;
    listeners.call();
  }

  return {
    get: (): Snapshot => current,
    changed: (): void => frames.request(publish),
    subscribe: listeners.on,
  };
}

function isSame<Snapshot extends object>(a: Snapshot, b: Snapshot): boolean {
  return (Object.keys(a) as (keyof Snapshot)[]).every((part) => Object.is(a[part], b[part]));
}
