/**
 * Pointer, wheel and keys on the stage, passed to {@link InputTarget} by their meaning. Every pointer
 * event is handled when it arrives, with all positions the system saw since the last one.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';
import {
  BUTTON,
  type Gesture,
  type PointerSample,
  type Press,
  type PressStart,
} from './gesture.ts';
import { KEYBOARD_POINTER, movedByKey } from './keyboard-pointer.ts';
import { NO_MODIFIERS, reduceModifiers, type ModifierEvent, type Modifiers } from './modifiers.ts';
import { pinchStep } from './pinch.ts';
import { pressureOf } from './pointer-pressure.ts';
import { createWheelReader } from './wheel.ts';

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
  /** Space is left to the screen. */
  readonly leavesSpace?: () => boolean;
  /** Enter takes up a pointer that keys move (see `keyboard-pointer.ts`); told of each change. */
  readonly keyboardPointerChanged?: (isOn: boolean) => void;
}

export interface Input {
  /** Presses mean something else now: a gesture that is open is given up. */
  meaningChanged(): void;
  refreshCursor(): void;
  /** The meaning of a press with the first button. */
  firstPress(): Press;
  /** The stage was moved or resized. */
  refreshPosition(): void;
  /** Ends the gesture under way as if the button had been released. */
  endGesture(): void;
  destroy(): void;
}

/** A gesture with the button that holds it; without one it is open and waits for the next press. */
interface Active<Meaning extends Press> {
  readonly gesture: Gesture;
  readonly press: Meaning;
  readonly pointer: number | undefined;
}

/** Listens until it is destroyed. @param container receives pointer, wheel and focus */
export function createInput<Meaning extends Press>(
  container: HTMLElement,
  target: InputTarget<Meaning>,
): Input {
  const listeners = new AbortController();
  const readWheel = createWheelReader();
  let modifiers = NO_MODIFIERS;
  let origin = container.getBoundingClientRect();
  let hovering = false;
  let active: Active<Meaning> | undefined;
  /** An open gesture under a drag of the hand. */
  let suspended: Active<Meaning> | undefined;
  /** Fingers on the stage. */
  const touches = new Map<number, Point>();
  /** A pen has been used: fingers only move the photo, so that a resting hand does nothing else. */
  let penSeen = false;
  /** Where the pointer of the keys is, screen space; `undefined` while there is none. */
  let keyPointer: Point | undefined;
  /** Of the gesture under way. */
  let lastPressure = 1;
  /** Where the pointer was last. */
  let lastAt: Point | undefined;

  const { touchAction, userSelect, cursor } = container.style;
  container.style.touchAction = 'none';
  container.style.userSelect = 'none';

  function positionOf(event: MouseEvent): Point {
    return { x: event.clientX - origin.left, y: event.clientY - origin.top };
  }

  function mouseOf(event: PointerEvent): Point | undefined {
    return event.pointerType === 'mouse' ? { x: event.clientX, y: event.clientY } : undefined;
  }

  function sampleOf(event: PointerEvent): PointerSample {
    return { at: positionOf(event), pressure: pressureOf(event) };
  }

  function refreshPosition(): void {
    origin = container.getBoundingClientRect();
  }

  function refreshCursor(): void {
    const held = active?.pointer === undefined ? undefined : active;
    const press = held?.press ?? target.press(0, modifiers);
    const shape = press.cursor;
    const kind = shape !== 'hand' ? shape : held === undefined ? 'grab' : 'grabbing';
    const style = kind === 'own' || kind === 'still' ? 'none' : kind;
    container.style.cursor = style === 'cross' ? 'crosshair' : style;
    target.cursor(kind, press);
  }

  /** The state of a gesture after a step of it. */
  function settle(current: Active<Meaning>, state: 'done' | 'open'): void {
    const { pointer } = current;
    active = state === 'open' ? { ...current, pointer: undefined } : suspended;
    if (state === 'done') suspended = undefined;
    if (pointer !== undefined && pointer >= 0 && container.hasPointerCapture(pointer)) {
      container.releasePointerCapture(pointer);
    }
    refreshCursor();
  }

  function endGesture(): void {
    const current = active;
    if (current?.pointer !== undefined) settle(current, current.gesture.end());
  }

  function cancelGesture(): void {
    const current = active;
    if (current === undefined) return;
    current.gesture.cancel();
    settle(current, 'done');
  }

  function pressed(event: PointerEvent): void {
    if (event.isPrimary) setKeyPointer(undefined);
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, positionOf(event));
      if (touches.size === 2) cancelGesture(); // the first finger began a pinch
      if (touches.size > 1) return;
    }
    if (event.pointerType === 'pen') penSeen = true;
    if (active?.pointer !== undefined || !event.isPrimary) return;
    // No mouse events beside the pointer events for as long as the button is down; so the focus, which
    // comes with them, is taken here.
    event.preventDefault();
    container.focus({ preventScroll: true });
    refreshPosition();
    trustPointer(event);
    const isPalm = penSeen && event.pointerType === 'touch';
    const press = target.press(isPalm ? BUTTON.middle : event.button, modifiers);
    const sample = sampleOf(event);
    lastPressure = sample.pressure;
    const start: PressStart = { ...sample, modifiers, time: event.timeStamp };
    target.hover(sample.at, mouseOf(event));
    const opened = active;
    if (opened !== undefined && !press.isHand) {
      active = { ...opened, pointer: event.pointerId };
      container.setPointerCapture(event.pointerId);
      if (opened.gesture.press?.(start) === 'done') settle(active, 'done');
      return;
    }
    const gesture = press.begin(start);
    if (gesture === undefined) return;
    suspended = opened;
    active = { gesture, press, pointer: event.pointerId };
    container.setPointerCapture(event.pointerId);
    refreshCursor();
  }

  function moved(event: PointerEvent): void {
    if (touches.size > 1 && touches.has(event.pointerId)) {
      pinch(event);
      return;
    }
    if (active?.pointer === KEYBOARD_POINTER.id) return; // a mouse that was nudged
    if (event.pointerType !== 'touch') trustPointer(event);
    const at = positionOf(event);
    // the browser reports a resting mouse, too, when something appears on the page
    const isResting = lastAt !== undefined && at.x === lastAt.x && at.y === lastAt.y;
    if (keyPointer !== undefined && isResting) return;
    if (event.isPrimary) setKeyPointer(undefined);
    lastAt = at;
    if (active?.pointer === event.pointerId) {
      const events = event.getCoalescedEvents();
      const samples = events.length > 0 ? events.map(sampleOf) : [sampleOf(event)];
      lastPressure = samples.at(-1)?.pressure ?? lastPressure;
      event.stopPropagation(); // it means nothing to anyone else
      active.gesture.move(samples, modifiers);
    } else if (active?.pointer === undefined) {
      active?.gesture.hover?.(at);
    }
    if (event.isPrimary && active?.press.cursor !== 'still') target.hover(at, mouseOf(event));
  }

  function pinch(event: PointerEvent): void {
    const before = [...touches.values()];
    touches.set(event.pointerId, positionOf(event));
    const step = pinchStep(before, [...touches.values()]);
    target.pan(step.x, step.y);
    target.zoom(step.factor, step.at);
  }

  function released(event: PointerEvent): void {
    touches.delete(event.pointerId);
    if (active?.pointer !== event.pointerId) return;
    if (event.type === 'pointerup') {
      // a pen that is lifted reports no pressure: the stroke ends as it was drawn
      active.gesture.move([{ at: positionOf(event), pressure: lastPressure }], modifiers);
    }
    endGesture();
    if (hovering) target.hover(positionOf(event), mouseOf(event));
    else target.hover(undefined);
  }

  function turned(event: WheelEvent): void {
    event.preventDefault();
    const action = readWheel(event, modifiers.control, event.timeStamp);
    if (action.type === 'zoom') target.zoom(action.factor, positionOf(event));
    else if (action.type === 'size') target.stepSize(action.direction, positionOf(event));
    else if (action.type === 'pan') target.pan(action.x, action.y);
  }

  function modify(event: ModifierEvent): void {
    const next = reduceModifiers(modifiers, event);
    if (next === modifiers) return;
    modifiers = next;
    refreshCursor();
  }

  function trustPointer({ shiftKey, altKey, ctrlKey, metaKey }: PointerEvent): void {
    modify({ type: 'pointer', shift: shiftKey, alt: altKey, control: ctrlKey || metaKey });
  }

  /** Takes the pointer of the keys up, or lays it down; a gesture of it is given up then. */
  function setKeyPointer(at: Point | undefined): void {
    if (at === undefined && keyPointer === undefined) return;
    const isChange = (at === undefined) !== (keyPointer === undefined);
    if (at === undefined && active?.pointer === KEYBOARD_POINTER.id) cancelGesture();
    keyPointer = at;
    target.hover(at ?? (hovering ? lastAt : undefined));
    if (isChange) target.keyboardPointerChanged?.(at !== undefined);
  }

  function pressByKey(at: Point, time: number): void {
    const press = target.press(BUTTON.first, modifiers);
    const gesture = press.begin({ at, pressure: 1, modifiers, time });
    if (gesture === undefined) return;
    active = { gesture, press, pointer: KEYBOARD_POINTER.id };
    refreshCursor();
  }

  /** Keys that take up, move and press the pointer of the keys; true when one was used. */
  function pointerKey(event: KeyboardEvent): boolean {
    if (target.keyboardPointerChanged === undefined || event.target !== container) return false;
    if (event.ctrlKey || event.metaKey) return false;
    if (keyPointer === undefined) {
      if (event.key !== 'Enter' || event.repeat || active !== undefined) return false;
      const { width, height } = container.getBoundingClientRect();
      setKeyPointer((hovering ? lastAt : undefined) ?? { x: width / 2, y: height / 2 });
      return true;
    }
    if (event.key === 'Enter') {
      if (event.repeat) return true;
      if (active === undefined) pressByKey(keyPointer, event.timeStamp);
      else if (active.pointer === KEYBOARD_POINTER.id) endGesture();
      return true;
    }
    if (event.key === 'Escape') {
      setKeyPointer(undefined); // Escape has ended a gesture before
      return true;
    }
    const next = movedByKey(keyPointer, event, container.getBoundingClientRect());
    if (next === undefined) return false;
    setKeyPointer(next);
    if (active?.pointer === KEYBOARD_POINTER.id) {
      // Shift makes the step longer here, and not the shape a square
      active.gesture.move([{ at: next, pressure: 1 }], { ...modifiers, shift: false });
    } else if (active?.pointer === undefined) active?.gesture.hover?.(next);
    return true;
  }

  /** Escape, and keys of an open gesture; true when one was used. */
  function gestureKey(event: KeyboardEvent): boolean {
    const current = active;
    if (current === undefined || isMeantElsewhere(event.target)) return false;
    if (event.key === 'Escape') {
      cancelGesture();
      return true;
    }
    if (current.pointer !== undefined) return false;
    const state = current.gesture.key?.(event.key);
    if (state === 'done') settle(current, state);
    return state !== undefined;
  }

  function ownKey(event: KeyboardEvent): boolean {
    if (active !== undefined || isMeantElsewhere(event.target)) return false;
    return target.key?.(event) === true;
  }

  function key(type: 'down' | 'up', event: KeyboardEvent): void {
    const over = hovering || active !== undefined || event.target === container;
    const isLeft = event.code === 'Space' && target.leavesSpace?.() === true;
    const elsewhere =
      !over || isLeft || (event.target !== container && isMeantElsewhere(event.target));
    modify({ type, code: event.code, elsewhere });
    const isUsed = type === 'down' && (gestureKey(event) || ownKey(event) || pointerKey(event));
    // The page must not scroll, nor a button be pressed, by the Space that moves the photo; nor must
    // Alt open a menu.
    const isHeld = (event.code === 'Space' && modifiers.space) || (event.key === 'Alt' && over);
    if (isUsed || isHeld) event.preventDefault();
  }

  const options = { signal: listeners.signal };
  container.addEventListener('pointerdown', pressed, options);
  container.addEventListener('pointermove', moved, options);
  container.addEventListener('pointerup', released, options);
  container.addEventListener('pointercancel', released, options);
  container.addEventListener('lostpointercapture', released, options);
  container.addEventListener(
    'pointerenter',
    (event) => {
      hovering = true;
      refreshPosition();
      if (event.isPrimary) target.hover(positionOf(event), mouseOf(event));
    },
    options,
  );
  container.addEventListener(
    'pointerleave',
    () => {
      hovering = false;
      if (active?.pointer === undefined) target.hover(undefined);
    },
    options,
  );
  container.addEventListener('blur', () => setKeyPointer(undefined), options);
  container.addEventListener('wheel', turned, { ...options, passive: false });
  container.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  container.addEventListener(
    'mousedown',
    (event) => {
      // The middle button would start the system's scrolling.
      if (event.button === BUTTON.middle) event.preventDefault();
    },
    options,
  );
  // Before the commands, which ignore keys that are used here.
  window.addEventListener('keydown', (event) => key('down', event), { ...options, capture: true });
  window.addEventListener('keyup', (event) => key('up', event), { ...options, capture: true });
  window.addEventListener('blur', () => modify({ type: 'blur' }), options);
  window.addEventListener('scroll', refreshPosition, { ...options, capture: true, passive: true });
  refreshCursor();

  return {
    meaningChanged() {
      if (active?.pointer === undefined) cancelGesture();
      refreshCursor();
    },
    refreshCursor,
    firstPress: () => target.press(0, modifiers),
    refreshPosition,
    endGesture() {
      endGesture();
      cancelGesture(); // one that is open
    },
    destroy() {
      listeners.abort();
      keyPointer = undefined;
      cancelGesture();
      Object.assign(container.style, { touchAction, userSelect, cursor });
    },
  };
}

/** Keys belong to text fields, and to a button that was reached by the keyboard. */
function isMeantElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    ':is(input:not([type=range]), textarea, select, button, a, summary, [role]:not([role=application])):focus-visible',
  );
}
