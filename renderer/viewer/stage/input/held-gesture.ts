import { isMeantElsewhere } from './input-target.ts';
import type { Gesture, Press, PressStart } from './gesture.ts';

/** Without a pointer, the gesture is open and waits for the next press. */
interface Active<Meaning extends Press> {
  readonly gesture: Gesture;
  readonly press: Meaning;
  readonly pointer: number | undefined;
}

export type HeldGesture<Meaning extends Press> = ReturnType<typeof createHeldGesture<Meaning>>;

/** @param container captures the pointer @param changed another gesture, or none */
export function createHeldGesture<Meaning extends Press>(
  container: HTMLElement,
  changed: () => void,
) {
  let active: Active<Meaning> | undefined;
  let suspended: Active<Meaning> | undefined;

  function finish(current: Active<Meaning>, state: 'done' | 'open'): void {
    const { pointer } = current;
    active = state === 'open' ? { ...current, pointer: undefined } : suspended;
    if (state === 'done') suspended = undefined;
    if (pointer !== undefined && pointer >= 0 && container.hasPointerCapture(pointer)) {
      container.releasePointerCapture(pointer);
    }
    changed();
  }

  function cancel(): void {
    const current = active;
    if (current === undefined) return;
    current.gesture.cancel();
    finish(current, 'done');
  }

  return {
    get active(): Active<Meaning> | undefined {
      return active;
    },
    begin(next: Active<Meaning>): void {
      suspended = active;
      active = next;
      changed();
    },
    takeUp(pointer: number, start: PressStart): void {
      if (active === undefined) return;
      active = { ...active, pointer };
      container.setPointerCapture(pointer);
      if (active.gesture.press?.(start) === 'done') finish(active, 'done');
    },
    finish,
    end(): void {
      const current = active;
      if (current?.pointer !== undefined) finish(current, current.gesture.end());
    },
    cancel,
    /** Handles Escape and keys of an open gesture. @returns whether it used the key */
    key(event: KeyboardEvent): boolean {
      const current = active;
      if (current === undefined || isMeantElsewhere(event.target)) return false;
      if (event.key === 'Escape') {
        cancel();
        return true;
      }
      if (current.pointer !== undefined) return false;
      const state = current.gesture.key?.(event.key);
      if (state === 'done') finish(current, state);
      return state !== undefined;
    },
  };
}
