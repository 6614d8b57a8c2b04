import type { Layer } from 'konva/lib/Layer.js';
import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { panesOf, type Pane, type PaneScene, type SceneState } from '../comparing/panes.ts';
import type { DeviceTransform } from '../geometry/device-transform.ts';
import type { PictureSource } from '../decoding/picture.ts';
import { createViewLayer } from './view-layer.ts';
import { outerRect } from '../geometry/view.ts';
import { NO_TURN, type Turn } from '../geometry/turn.ts';
import type { Viewport } from '../geometry/viewport.ts';

export type PicturePainter = ReturnType<typeof createPicturePainter>;

const PICTURE_PAINTER = {
  /** Milliseconds after the last movement. */
  refineAfter: 120,
} as const;

const CHECKERBOARD = {
  /** CSS pixels. */
  side: 8,
  light: '#cfcfcf',
  dark: '#a9a9a9',
} as const;

/** @param paintOver receives device pixels; not called while states are side by side */
export function createPicturePainter(
  layer: Layer,
  viewport: Viewport,
  paintOver: (context: CanvasRenderingContext2D, part: Rect) => void,
) {
  let photo: PictureSource | undefined;
  let scene: PaneScene = { kind: 'whole', state: { patches: [], hasBase: true } };
  let turn = NO_TURN;
  const surface = createViewLayer(layer, viewport, paint);
  let draft = false;
  let refining: ReturnType<typeof setTimeout> | undefined;

  function paint(context: CanvasRenderingContext2D, part: Rect): void {
    if (photo === undefined) return;
    if (scene.kind === 'whole') {
      paintPart(context, photo, scene.state, part, viewport.transform);
      paintOver(context, part);
      return;
    }
    for (const pane of panesOf(scene, surface.area, turn)) paintPane(context, photo, pane, part);
  }

  function paintPane(
    context: CanvasRenderingContext2D,
    shown: PictureSource,
    { state, clip, area, shift }: Pane,
    part: Rect,
  ): void {
    if (isEmptyRect(intersectRects(clip, part))) return;
    const { zoom, x, y } = viewport.transform;
    context.save();
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
    const transform = { zoom, x: x + shift.x, y: y + shift.y };
    paintPart(context, shown, state, intersectRects(area, part), transform);
    context.restore();
  }

  function paintPart(
    context: CanvasRenderingContext2D,
    shown: PictureSource,
    { patches, hasBase }: SceneState,
    part: Rect,
    transform: DeviceTransform,
  ): void {
    const visible = photoRect(part, transform, shown.size);
    if (isEmptyRect(visible)) return;
    if (hasBase) {
      if (!shown.opaque) paintCheckerboard(context, visible, transform);
      shown.draw(context, rectOfSize(shown.size), visible, transform, draft);
    } else if (!patches.every(({ picture }) => picture.opaque)) {
      for (const { rect } of patches) {
        paintCheckerboard(context, intersectRects(rect, visible), transform);
      }
    }
    for (const { rect, picture } of patches) picture.draw(context, rect, visible, transform, draft);
  }

  function refine(): void {
    draft = false;
    surface.redraw();
  }

  function paintCheckerboard(
    context: CanvasRenderingContext2D,
    visible: Rect,
    { zoom, x, y }: DeviceTransform,
  ): void {
    const side = Math.max(1, Math.round(CHECKERBOARD.side * viewport.pixelRatio));
    const tile = new OffscreenCanvas(side * 2, side * 2);
    const tileContext = tile.getContext('2d');
    if (tileContext === null) return;
    tileContext.fillStyle = CHECKERBOARD.light;
    tileContext.fillRect(0, 0, side * 2, side * 2);
    tileContext.fillStyle = CHECKERBOARD.dark;
    tileContext.fillRect(0, 0, side, side);
    tileContext.fillRect(side, side, side, side);
    const pattern = context.createPattern(tile, 'repeat');
    if (pattern === null) return;
    pattern.setTransform(new DOMMatrix([1, 0, 0, 1, x, y]));
    context.fillStyle = pattern;
    const left = visible.x * zoom + x;
    const top = visible.y * zoom + y;
    context.fillRect(left, top, visible.width * zoom, visible.height * zoom);
  }

  return {
    setPhoto(next: PictureSource | undefined): void {
      photo = next;
    },
    setScene(next: PaneScene): void {
      scene = next;
    },
    /** Compared states are side by side on the screen, however it is turned. */
    setTurn(next: Turn): void {
      turn = next;
    },
    /** Draws a draft while the view moves, and all detail a moment later. */
    show(): void {
      draft = true;
      surface.show();
      clearTimeout(refining);
      refining = setTimeout(refine, PICTURE_PAINTER.refineAfter);
    },
    redraw: surface.redraw,
    destroy(): void {
      clearTimeout(refining);
      surface.destroy();
    },
  };
}

function photoRect(part: Rect, { zoom, x, y }: DeviceTransform, photo: Size): Rect {
  return intersectRects(
    rectOfSize(photo),
    outerRect(
      { x: (part.x - x) / zoom, y: (part.y - y) / zoom },
      { x: (part.x + part.width - x) / zoom, y: (part.y + part.height - y) / zoom },
    ),
  );
}
