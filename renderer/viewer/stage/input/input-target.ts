import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Press } from './gesture.ts';
import type { Modifiers } from './modifiers.ts';

export type CursorKind = 'own' | 'still' | 'cross' | 'zoom-in' | 'grab' | 'grabbing';

/** @typeParam Meaning what the target attaches to a press */
export interface InputTarget<Meaning extends Press> {
  /** @param button `PointerEvent.button` */
  press(button: number, modifiers: Modifiers): Meaning;
  /**
   * @param at screen point
   * @param mouse CSS pixels in the page; missing for pens, fingers and keys, which have no cursor
   */
  hover(at: Point | undefined, mouse?: Point): void;
  cursor(kind: CursorKind, press: Meaning): void;
  zoom(factor: number, at: Point): void;
  pan(x: number, y: number): void;
  stepSize(direction: 1 | -1, at: Point): void;
  /** Called for keys that no gesture uses. Returns true if used. */
  readonly key?: (event: KeyboardEvent) => boolean;
  /** True: the right button works on the picture instead of opening the context menu. */
  readonly usesRightButton?: boolean;
  readonly leavesSpace?: () => boolean;
  /** Enables the keyboard pointer; called when it appears or disappears. */
  readonly keyboardPointerChanged?: (isOn: boolean) => void;
}

export function isMeantElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    ':is(input:not([type=range]), textarea, select, button, a, summary, [role]:not([role=application])):focus-visible',
  );
}
