/** The target of a stage's input: each event by its meaning. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { Press } from './gesture.ts';
import type { Modifiers } from './modifiers.ts';

/** How the pointer looks; see {@link Press}. */
export type CursorKind = 'own' | 'still' | 'cross' | 'zoom-in' | 'grab' | 'grabbing';

/** @typeParam Meaning of a press, for the target */
export interface InputTarget<Meaning extends Press> {
  /** The meaning of a press. @param button as in pointer events */
  press(button: number, modifiers: Modifiers): Meaning;
  /**
   * The pointer is at a screen point, or (`undefined`) has left the stage.
   * @param mouse where in the page, CSS pixels; missing for a pen, a finger and keys, which have no
   *   cursor of the system
   */
  hover(at: Point | undefined, mouse?: Point): void;
  /** The look of the pointer now, and its purpose. */
  cursor(kind: CursorKind, press: Meaning): void;
  zoom(factor: number, at: Point): void;
  pan(x: number, y: number): void;
  /** Ctrl or Cmd with the wheel, one notch. */
  stepSize(direction: 1 | -1, at: Point): void;
  /** A key that nothing under way uses, before it moves the pointer of the keys; true when it was used. */
  readonly key?: (event: KeyboardEvent) => boolean;
  /** A press with the right button works on the picture; without it that button opens the context menu. */
  readonly usesRightButton?: boolean;
  /** Space is left to the screen. */
  readonly leavesSpace?: () => boolean;
  /** Enter takes up a pointer that keys move (see `keyboard-pointer.ts`); called at each change. */
  readonly keyboardPointerChanged?: (isOn: boolean) => void;
}
