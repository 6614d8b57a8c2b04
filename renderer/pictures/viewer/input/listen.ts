import { BUTTON } from './gesture.ts';

export interface InputEvents {
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
export function listen(
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
