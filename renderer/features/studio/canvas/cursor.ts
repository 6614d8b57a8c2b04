/** The cursor over the photo: which ring, where, and when none. */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { createCursorRing } from './cursor-ring.ts';
import type { FrameLoop } from '../../../viewer/frame-loop.ts';
import type { CursorKind } from '../../../viewer/input.ts';
import type { ToolState } from './tool-state.ts';
import type { ToolPress } from './tools/registry.ts';
import type { Viewport } from '../../../viewer/viewport.ts';

export interface Cursor {
  /** Where the pointer is, screen space; `undefined` when it is not over the stage. */
  readonly at: Point | undefined;
  move(at: Point | undefined): void;
  setKind(kind: CursorKind, press: ToolPress): void;
  setSizeShown(shown: boolean): void;
  /** Keys move the pointer: it is drawn, since the system's is elsewhere. */
  setKeyboard(on: boolean): void;
  /** Zoom, size or photo have changed. */
  refresh(): void;
  destroy(): void;
}

/** @param frames the ring moves once a frame: a style that changes at each event is worked out at each */
export function createCursor(
  container: HTMLElement,
  viewport: Viewport,
  tools: ToolState,
  frames: FrameLoop,
): Cursor {
  const ring = createCursorRing(container);
  let at: Point | undefined;
  let kind: CursorKind = 'own';
  let press: ToolPress | undefined;
  let isSizeShown = false;
  let isKeyboard = false;

  function place(): void {
    if (at !== undefined) ring.move(at);
  }

  function refresh(): void {
    if (
      at === undefined ||
      viewport.photo === undefined ||
      kind === 'zoom-in' ||
      kind === 'grab' ||
      kind === 'grabbing'
    ) {
      ring.show(undefined);
      return;
    }
    const isEraser = press?.tool.name === 'eraser';
    const size = tools.sizes[isEraser ? 'eraser' : tools.sized];
    ring.show({
      ring: kind !== 'cross' || isKeyboard,
      minus: press?.subtract === true && !isEraser,
      diameter: kind === 'cross' ? 0 : size * viewport.view.scale,
      text: isSizeShown ? `${size} px` : undefined,
    });
  }

  return {
    get at() {
      return at;
    },
    move(next) {
      const appeared = (at === undefined) !== (next === undefined);
      at = next;
      if (next !== undefined) frames.request(place);
      if (appeared) refresh();
    },
    setKind(nextKind, nextPress) {
      kind = nextKind;
      press = nextPress;
      refresh();
    },
    setSizeShown(shown) {
      isSizeShown = shown;
      refresh();
    },
    setKeyboard(on) {
      isKeyboard = on;
      refresh();
    },
    refresh,
    destroy: () => ring.destroy(),
  };
}
