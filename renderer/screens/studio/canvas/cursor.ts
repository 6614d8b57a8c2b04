import type { Point } from '../../../../shared/geometry/rect.ts';
import type { FrameLoop } from '../../../viewer/stage/layers/frame-loop.ts';
import type { CursorKind } from '../../../viewer/stage/input/input-target.ts';
import { createCursorRing, CURSOR_RING, type CursorLook } from './cursor-ring.ts';
import { ringCursor, systemShowsRing } from './ring-image.ts';
import type { ToolState } from './tool-state.ts';
import type { ToolPress } from './tools/tools.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

/**
 * Uses a system cursor once the ring has kept its look for a move, which costs nothing, and an
 * element otherwise.
 * @param frames moves the element once per frame to save style recalculations
 */
export function createCursor(
  container: HTMLElement,
  viewport: Viewport,
  tools: ToolState,
  frames: FrameLoop,
) {
  const ring = createCursorRing(container);
  let at: Point | undefined;
  let mouse: Point | undefined;
  let kind: CursorKind = 'own';
  let press: ToolPress | undefined;
  let isSizeShown = false;
  let isKeyboard = false;
  let look: CursorLook | undefined;
  let isWithSystem = false;
  /** Cache of the last image. */
  let made = { diameter: Number.NaN, pixelRatio: Number.NaN, style: '' };

  /** True if the system can draw the current look at the mouse's position. */
  function suitsSystem(): boolean {
    if (look === undefined || mouse === undefined || isKeyboard) return false;
    const isPlain = look.ring && !look.minus && look.text === undefined;
    return (
      isPlain &&
      look.diameter >= CURSOR_RING.crossBelow &&
      systemShowsRing(look.diameter, mouse, window)
    );
  }

  function place(): void {
    if (at === undefined) return;
    if (suitsSystem()) {
      if (!isWithSystem) handToSystem();
      return;
    }
    if (isWithSystem) takeBack();
    ring.move(at);
  }

  function handToSystem(): void {
    if (look === undefined) return;
    const { diameter } = look;
    const pixelRatio = window.devicePixelRatio;
    if (made.diameter !== diameter || made.pixelRatio !== pixelRatio) {
      made = { diameter, pixelRatio, style: ringCursor(diameter, pixelRatio) };
    }
    container.style.cursor = made.style;
    ring.show(undefined);
    isWithSystem = true;
  }

  function takeBack(): void {
    // other kinds have set their style already
    if (kind === 'own' || kind === 'still') container.style.cursor = 'none';
    isWithSystem = false;
    ring.show(look);
  }

  function currentLook(): CursorLook | undefined {
    if (
      at === undefined ||
      viewport.photo === undefined ||
      kind === 'zoom-in' ||
      kind === 'grab' ||
      kind === 'grabbing'
    ) {
      return undefined;
    }
    const isEraser = press?.tool.name === 'eraser';
    const size = tools.sizes[isEraser ? 'eraser' : tools.sized];
    return {
      ring: kind !== 'cross' || isKeyboard,
      minus: press?.subtract === true && !isEraser,
      diameter: kind === 'cross' ? 0 : size * viewport.view.scale,
      text: isSizeShown ? `${size} px` : undefined,
    };
  }

  /** Call after a change of zoom, size or photo. */
  function refresh(): void {
    look = currentLook();
    if (at !== undefined) ring.move(at);
    takeBack();
  }

  return {
    /** Screen space; `undefined` while off the stage. */
    get at(): Point | undefined {
      return at;
    },
    /** @param nextMouse CSS pixels in the page; missing for other pointers */
    move(next: Point | undefined, nextMouse?: Point): void {
      const appeared = (at === undefined) !== (next === undefined);
      at = next;
      mouse = nextMouse;
      if (next !== undefined) frames.request(place);
      if (appeared) refresh();
    },
    setKind(nextKind: CursorKind, nextPress: ToolPress): void {
      kind = nextKind;
      press = nextPress;
      refresh();
    },
    setSizeShown(shown: boolean): void {
      isSizeShown = shown;
      refresh();
    },
    /** Draws the pointer moved by keys, since the system's is elsewhere. */
    setKeyboard(on: boolean): void {
      isKeyboard = on;
      refresh();
    },
    refresh,
    destroy: (): void => ring.destroy(),
  };
}
