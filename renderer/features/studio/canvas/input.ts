/**
 * Pointer, wheel and modifier keys on the stage, told to {@link InputTarget} as what they mean. Every
 * pointer event is handled when it arrives, with all positions the system saw since the last one.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { NO_MODIFIERS, reduceModifiers, type ModifierEvent } from './modifiers.ts';
import { toolForPress } from './tools/registry.ts';
import type { Gesture, GestureStart, Tool, ToolName } from './tools/tool.ts';
import { wheelAction } from './wheel.ts';

/** How the pointer looks. */
export type CursorKind = 'ring' | 'grab' | 'grabbing';

export interface InputTarget {
  readonly tool: ToolName;
  /** A gesture begins; `undefined` when there is nothing to work on. */
  begin(tool: Tool, start: GestureStart): Gesture | undefined;
  /** The pointer is at a screen point, or (`undefined`) has left the stage. */
  hover(at: Point | undefined): void;
  /** What the pointer looks like now, and for which tool. */
  cursor(kind: CursorKind, tool: Tool): void;
  zoom(factor: number, at: Point): void;
  stepSize(direction: 1 | -1): void;
}

export interface Input {
  /** The active tool changed. */
  refreshCursor(): void;
  /** The stage was moved or resized. */
  refreshPosition(): void;
  /** Ends the gesture under way as if the button had been released. */
  endGesture(): void;
  destroy(): void;
}

export function createInput(container: HTMLElement, target: InputTarget): Input {
  const listeners = new AbortController();
  let modifiers = NO_MODIFIERS;
  let origin = container.getBoundingClientRect();
  let hovering = false;
  let active: { readonly id: number; readonly gesture: Gesture; readonly tool: Tool } | undefined;

  const previousStyle = {
    touchAction: container.style.touchAction,
    userSelect: container.style.userSelect,
    cursor: container.style.cursor,
  };
  container.style.touchAction = 'none';
  container.style.userSelect = 'none';

  function positionOf(event: MouseEvent): Point {
    return { x: event.clientX - origin.left, y: event.clientY - origin.top };
  }

  function refreshPosition(): void {
    origin = container.getBoundingClientRect();
  }

  function refreshCursor(): void {
    const tool = active?.tool ?? toolForPress(0, target.tool, modifiers.space);
    const kind = tool.cursor === 'ring' ? 'ring' : active === undefined ? 'grab' : 'grabbing';
    container.style.cursor = kind === 'ring' ? 'none' : kind;
    target.cursor(kind, tool);
  }

  function endGesture(): void {
    if (active === undefined) return;
    const { gesture, id } = active;
    active = undefined;
    gesture.end();
    if (container.hasPointerCapture(id)) container.releasePointerCapture(id);
    refreshCursor();
  }

  function pressed(event: PointerEvent): void {
    if (active !== undefined || !event.isPrimary) return;
    refreshPosition();
    const tool = toolForPress(event.button, target.tool, modifiers.space);
    const at = positionOf(event);
    target.hover(at);
    const gesture = target.begin(tool, { at, straight: event.shiftKey });
    if (gesture === undefined) return;
    active = { id: event.pointerId, gesture, tool };
    container.setPointerCapture(event.pointerId);
    refreshCursor();
  }

  function moved(event: PointerEvent): void {
    if (active?.id === event.pointerId) {
      const events = event.getCoalescedEvents();
      active.gesture.move(events.length > 0 ? events.map(positionOf) : [positionOf(event)]);
    }
    if (event.isPrimary) target.hover(positionOf(event));
  }

  function released(event: PointerEvent): void {
    if (active?.id !== event.pointerId) return;
    if (event.type === 'pointerup') active.gesture.move([positionOf(event)]);
    endGesture();
    if (!hovering) target.hover(undefined);
  }

  function turned(event: WheelEvent): void {
    event.preventDefault();
    const action = wheelAction(event, modifiers.control);
    if (action.type === 'zoom') target.zoom(action.factor, positionOf(event));
    else if (action.type === 'size') target.stepSize(action.direction);
  }

  function modify(event: ModifierEvent): void {
    const next = reduceModifiers(modifiers, event);
    if (next === modifiers) return;
    modifiers = next;
    refreshCursor();
  }

  function key(type: 'down' | 'up', event: KeyboardEvent): void {
    const over = hovering || active !== undefined || event.target === container;
    const elsewhere = !over || (event.target !== container && isMeantElsewhere(event.target));
    modify({ type, code: event.code, elsewhere });
    // The page must not scroll, nor a toolbar button be pressed, by the Space that moves the photo.
    if (event.code === 'Space' && modifiers.space) event.preventDefault();
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
      if (event.isPrimary) target.hover(positionOf(event));
    },
    options,
  );
  container.addEventListener(
    'pointerleave',
    () => {
      hovering = false;
      if (active === undefined) target.hover(undefined);
    },
    options,
  );
  container.addEventListener('wheel', turned, { ...options, passive: false });
  container.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  container.addEventListener(
    'mousedown',
    (event) => {
      // The middle button would start the system's scrolling.
      if (event.button === 1) event.preventDefault();
    },
    options,
  );
  window.addEventListener('keydown', (event) => key('down', event), options);
  window.addEventListener('keyup', (event) => key('up', event), options);
  window.addEventListener('blur', () => modify({ type: 'blur' }), options);
  window.addEventListener('scroll', refreshPosition, { ...options, capture: true, passive: true });
  refreshCursor();

  return {
    refreshCursor,
    refreshPosition,
    endGesture,
    destroy() {
      listeners.abort();
      endGesture();
      Object.assign(container.style, previousStyle);
    },
  };
}

/** Space belongs to text fields, and to a button that was reached by the keyboard. */
function isMeantElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    ':is(input:not([type=range]), textarea, select, button, a, summary, [role]):focus-visible',
  );
}
