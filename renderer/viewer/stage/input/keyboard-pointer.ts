/** A pointer driven by keys: Enter, arrows, Escape. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { BUTTON, type Press } from './gesture.ts';
import type { HeldGesture } from './held-gesture.ts';
import type { InputTarget } from './input-target.ts';
import { KEYBOARD_POINTER, movedByKey } from './arrow-steps.ts';
import type { Modifiers } from './modifiers.ts';

export function createKeyboardPointer<Meaning extends Press>(deps: {
  readonly container: HTMLElement;
  readonly target: InputTarget<Meaning>;
  readonly held: HeldGesture<Meaning>;
  readonly modifiers: () => Modifiers;
  readonly restingAt: () => Point | undefined;
}) {
  const { container, target, held } = deps;
  /** Screen space; `undefined` while off. */
  let position: Point | undefined;

  function set(at: Point | undefined): void {
    if (at === undefined && position === undefined) return;
    const isChange = (at === undefined) !== (position === undefined);
    if (at === undefined && held.active?.pointer === KEYBOARD_POINTER.id) held.cancel();
    position = at;
    target.hover(at ?? deps.restingAt());
    if (isChange) target.keyboardPointerChanged?.(at !== undefined);
  }

  function press(at: Point, time: number): void {
    const modifiers = deps.modifiers();
    const meaning = target.press(BUTTON.first, modifiers);
    const gesture = meaning.begin({ at, pressure: 1, modifiers, time });
    if (gesture === undefined) return;
    held.begin({ gesture, press: meaning, pointer: KEYBOARD_POINTER.id });
  }

  function key(event: KeyboardEvent): boolean {
    if (target.keyboardPointerChanged === undefined || event.target !== container) return false;
    if (event.ctrlKey || event.metaKey) return false;
    if (position === undefined) {
      if (event.key !== 'Enter' || event.repeat || held.active !== undefined) return false;
      const { width, height } = container.getBoundingClientRect();
      set(deps.restingAt() ?? { x: width / 2, y: height / 2 });
      return true;
    }
    if (event.key === 'Enter') {
      if (event.repeat) return true;
      if (held.active === undefined) press(position, event.timeStamp);
      else if (held.active.pointer === KEYBOARD_POINTER.id) held.end();
      return true;
    }
    if (event.key === 'Escape') {
      set(undefined); // a gesture would have used this Escape
      return true;
    }
    const next = movedByKey(position, event, container.getBoundingClientRect());
    if (next === undefined) return false;
    set(next);
    const { active } = held;
    if (active?.pointer === KEYBOARD_POINTER.id) {
      // Shift lengthens the step here; it must not constrain the shape
      active.gesture.move([{ at: next, pressure: 1 }], { ...deps.modifiers(), shift: false });
    } else if (active?.pointer === undefined) active?.gesture.hover?.(next);
    return true;
  }

  return {
    get isUp(): boolean {
      return position !== undefined;
    },
    set,
    key,
    forget(): void {
      position = undefined;
    },
  };
}
