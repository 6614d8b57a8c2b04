/** Passes all coalesced input on the stage to {@link InputTarget}. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { BUTTON, type PointerSample, type Press, type PressStart } from './gesture.ts';
import { KEYBOARD_POINTER } from './arrow-steps.ts';
import { NO_MODIFIERS, reduceModifiers, type ModifierEvent } from './modifiers.ts';
import { type InputTarget, isMeantElsewhere } from './input-target.ts';
import { createHeldGesture } from './held-gesture.ts';
import { createKeyboardPointer } from './keyboard-pointer.ts';

import { pressureOf } from './pointer-pressure.ts';
import { createWheelReader } from './wheel.ts';
import { pinchStep } from './pinch.ts';

/** @param container receives pointer, wheel and focus */
export function createInput<Meaning extends Press>(
  container: HTMLElement,
  target: InputTarget<Meaning>,
) {
  const listeners = new AbortController();
  const readWheel = createWheelReader();
  let modifiers = NO_MODIFIERS;
  let origin = container.getBoundingClientRect();
  let hovering = false;
  const fingers = createFingers(target);
  let lastPressure = 1;
  let lastAt: Point | undefined;
  const held = createHeldGesture<Meaning>(container, refreshCursor);
  const keyPointer = createKeyboardPointer({
    container,
    target,
    held,
    modifiers: () => modifiers,
    restingAt: () => (hovering ? lastAt : undefined),
  });

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
    const { active } = held;
    const underButton = active?.pointer === undefined ? undefined : active;
    const press = underButton?.press ?? target.press(0, modifiers);
    const shape = press.cursor;
    const kind = shape !== 'hand' ? shape : underButton === undefined ? 'grab' : 'grabbing';
    const style = kind === 'own' || kind === 'still' ? 'none' : kind;
    container.style.cursor = style === 'cross' ? 'crosshair' : style;
    target.cursor(kind, press);
  }

  function pressed(event: PointerEvent): void {
    if (event.isPrimary) keyPointer.set(undefined);
    if (fingers.areBesidePen(event)) return;
    if (event.pointerType === 'touch') {
      const number = fingers.pressed(event.pointerId, positionOf(event));
      if (number === 2) held.cancel();
      if (number > 1) return;
    }
    // the pen replaces a palm that was put down first
    if (event.pointerType === 'pen' && fingers.yield(event.pointerId, held.active?.pointer)) {
      held.cancel();
    }
    if (held.active?.pointer !== undefined || !event.isPrimary) return;
    // Suppresses the mouse events that follow, and with them the focus, so it is set here.
    event.preventDefault();
    container.focus({ preventScroll: true });
    refreshPosition();
    trustPointer(event);
    const press = target.press(fingers.isPalm(event) ? BUTTON.middle : event.button, modifiers);
    const sample = sampleOf(event);
    lastPressure = sample.pressure;
    const start: PressStart = { ...sample, modifiers, time: event.timeStamp };
    target.hover(sample.at, mouseOf(event));
    if (held.active !== undefined && !press.isHand) return held.takeUp(event.pointerId, start);
    const gesture = press.begin(start);
    if (gesture === undefined) return;
    container.setPointerCapture(event.pointerId);
    held.begin({ gesture, press, pointer: event.pointerId });
  }

  function moved(event: PointerEvent): void {
    if (fingers.areBesidePen(event) || fingers.moved(event.pointerId, positionOf(event))) return;
    const { active } = held;
    if (active?.pointer === KEYBOARD_POINTER.id) return; // the mouse was only nudged
    if (event.pointerType !== 'touch') trustPointer(event);
    const at = positionOf(event);
    // browsers also report a resting mouse when something appears on the page
    const isResting = lastAt !== undefined && at.x === lastAt.x && at.y === lastAt.y;
    if (keyPointer.isUp && isResting) return;
    if (event.isPrimary) keyPointer.set(undefined);
    lastAt = at;
    if (active?.pointer === event.pointerId) {
      const events = event.getCoalescedEvents();
      const samples = events.length > 0 ? events.map(sampleOf) : [sampleOf(event)];
      lastPressure = samples.at(-1)?.pressure ?? lastPressure;
      event.stopPropagation(); // nothing else may act on it
      active.gesture.move(samples, modifiers);
    } else if (active?.pointer === undefined) {
      active?.gesture.hover?.(at);
    }
    if (event.isPrimary && active?.press.cursor !== 'still') target.hover(at, mouseOf(event));
  }

  function released(event: PointerEvent): void {
    fingers.released(event.pointerId);
    if (held.active?.pointer !== event.pointerId) return;
    if (event.type === 'pointerup') {
      // a lifted pen reports no pressure: end the stroke as it was drawn
      held.active.gesture.move([{ at: positionOf(event), pressure: lastPressure }], modifiers);
    }
    held.end();
    target.hover(hovering ? positionOf(event) : undefined, mouseOf(event));
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

  function ownKey(event: KeyboardEvent): boolean {
    if (held.active !== undefined || isMeantElsewhere(event.target)) return false;
    return target.key?.(event) === true;
  }

  function key(type: 'down' | 'up', event: KeyboardEvent): void {
    const over = hovering || held.active !== undefined || event.target === container;
    const isLeft = event.code === 'Space' && target.leavesSpace?.() === true;
    const elsewhere =
      !over || isLeft || (event.target !== container && isMeantElsewhere(event.target));
    modify({ type, code: event.code, elsewhere });
    const isUsed = type === 'down' && (held.key(event) || ownKey(event) || keyPointer.key(event));
    // Space must not scroll or press a button, nor Alt open a menu.
    const isHeld = (event.code === 'Space' && modifiers.space) || (event.key === 'Alt' && over);
    if (isUsed || isHeld) event.preventDefault();
  }

  listen(container, listeners.signal, target.usesRightButton === true, {
    pressed,
    moved,
    released,
    entered(event) {
      hovering = true;
      refreshPosition();
      if (event.isPrimary) target.hover(positionOf(event), mouseOf(event));
    },
    left() {
      hovering = false;
      if (held.active?.pointer === undefined) target.hover(undefined);
    },
    unfocused: () => keyPointer.set(undefined),
    turned,
    key,
    windowLeft: () => modify({ type: 'blur' }),
    scrolled: refreshPosition,
  });
  refreshCursor();

  return {
    /** Cancels an open gesture because presses mean something else now. */
    meaningChanged(): void {
      if (held.active?.pointer === undefined) held.cancel();
      refreshCursor();
    },
    refreshCursor,
    firstPress: (): Press => target.press(0, modifiers),
    refreshPosition,
    endGesture(): void {
      held.end();
      held.cancel();
    },
    destroy(): void {
      listeners.abort();
      keyPointer.forget();
      held.cancel();
      Object.assign(container.style, { touchAction, userSelect, cursor });
    },
  };
}

/** Positions in screen space. */
function createFingers(target: Pick<InputTarget<Press>, 'pan' | 'zoom'>) {
  const touches = new Map<number, Point>();
  let penDown: number | undefined;
  let isPenSeen = false;
  return {
    pressed(pointer: number, at: Point): number {
      touches.set(pointer, at);
      return touches.size;
    },
    moved(pointer: number, at: Point): boolean {
      if (touches.size < 2 || !touches.has(pointer)) return false;
      const before = [...touches.values()];
      touches.set(pointer, at);
      const step = pinchStep(before, [...touches.values()]);
      target.pan(step.x, step.y);
      target.zoom(step.factor, step.at);
      return true;
    },
    released(pointer: number): void {
      touches.delete(pointer);
      if (pointer === penDown) penDown = undefined;
    },
    /** Drops all fingers for a pen. @returns true if one of them had begun the gesture */
    yield(pen: number, gesture: number | undefined): boolean {
      penDown = pen;
      isPenSeen = true;
      const isFinger = gesture !== undefined && touches.has(gesture);
      touches.clear();
      return isFinger;
    },
    areBesidePen: ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean =>
      penDown !== undefined && pointerType === 'touch',
    /** True for touches after a pen was used: they only pan, so that a resting hand draws nothing. */
    isPalm: ({ pointerType }: Pick<PointerEvent, 'pointerType'>): boolean =>
      isPenSeen && pointerType === 'touch',
  };
}

interface InputEvents {
  pressed(event: PointerEvent): void;
  moved(event: PointerEvent): void;
  /** Also called for `pointercancel`. */
  released(event: PointerEvent): void;
  entered(event: PointerEvent): void;
  left(): void;
  unfocused(): void;
  turned(event: WheelEvent): void;
  key(type: 'down' | 'up', event: KeyboardEvent): void;
  windowLeft(): void;
  scrolled(): void;
}

/** @param signal removes the listeners @param usesRightButton suppresses the context menu */
function listen(
  container: HTMLElement,
  signal: AbortSignal,
  usesRightButton: boolean,
  events: InputEvents,
): void {
  const options = { signal };
  const { pressed, moved, released, entered, left, unfocused, turned, key } = events;
  container.addEventListener('pointerdown', pressed, options);
  container.addEventListener('pointermove', moved, options);
  container.addEventListener('pointerup', released, options);
  container.addEventListener('pointercancel', released, options);
  container.addEventListener('lostpointercapture', released, options);
  container.addEventListener('pointerenter', entered, options);
  container.addEventListener('pointerleave', left, options);
  container.addEventListener('blur', unfocused, options);
  container.addEventListener('wheel', turned, { ...options, passive: false });
  container.addEventListener(
    'contextmenu',
    (event) => {
      // -1: opened by a key
      if (usesRightButton && event.button !== -1) event.preventDefault();
    },
    options,
  );
  container.addEventListener(
    'mousedown',
    (event) => {
      // Prevents autoscroll.
      if (event.button === BUTTON.middle) event.preventDefault();
    },
    options,
  );
  // Capture runs before the commands, which ignore keys that are used here.
  window.addEventListener('keydown', (event) => key('down', event), { ...options, capture: true });
  window.addEventListener('keyup', (event) => key('up', event), { ...options, capture: true });
  window.addEventListener('blur', events.windowLeft, options);
  window.addEventListener('scroll', events.scrolled, { ...options, capture: true, passive: true });
}
