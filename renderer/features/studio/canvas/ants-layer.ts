/**
 * Marching ants: the edge of a selection that is proposed, in black and white dashes that move. They are
 * an element of their own, as large as their part of the stage, which is there only while there are any.
 */
import type { Stage } from 'konva/lib/Stage.js';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';
import type { Viewport } from '../../../viewer/viewport.ts';

export const ANTS = {
  /** Milliseconds between two steps of the ants. */
  step: 120,
  /** CSS pixels. */
  dash: 4,
  width: 1.25,
  /** Points of the edge that are nearer to each other than this (device pixels) are drawn as one. */
  detail: 0.75,
  /** Side of a clicked point's square, CSS pixels. */
  corner: 6,
} as const;

/** A selection that is proposed. Photo space. */
export interface Proposal {
  /** Closed lines, x and y by turns. */
  readonly outlines: readonly (readonly number[])[];
  /** The line that is looked at: an index of `outlines`. */
  readonly current?: number | undefined;
  /** Points that were clicked. */
  readonly corners?: readonly Point[];
}

export interface AntsLayer {
  readonly isShown: boolean;
  show(proposal: Proposal | undefined): void;
  setVisible(isVisible: boolean): void;
  /** The view has changed. */
  follow(): void;
  destroy(): void;
}

export function createAntsLayer(stage: Stage, viewport: Viewport): AntsLayer {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.dataset['canvas'] = 'ants';
  const context = canvas.getContext('2d');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  let shown: Proposal | undefined;
  let isVisible = true;
  let offset = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  /** The edge at one zoom, from the photo's origin. */
  let drawn: { readonly zoom: number; readonly all: Path2D; readonly current: Path2D } | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function place(): void {
    const { stage: size, pixelRatio } = viewport;
    const width = Math.round(size.width * pixelRatio);
    const height = Math.round(size.height * pixelRatio);
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    canvas.style.cssText = `position: absolute; left: 0; top: 0; pointer-events: none; width: ${width / pixelRatio}px; height: ${height / pixelRatio}px;`;
    if (canvas.parentNode === null) stage.getContent().append(canvas);
  }

  function draw(): void {
    if (context === null || shown === undefined) return;
    const { transform, pixelRatio } = viewport;
    const { zoom, x, y } = transform;
    if (drawn?.zoom !== zoom) drawn = pathsOf(shown, zoom);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(1, 0, 0, 1, x, y);
    const dash = ANTS.dash * pixelRatio;
    context.lineWidth = ANTS.width * pixelRatio;
    strokeBoth(context, drawn.all, dash, offset);
    context.lineWidth = 2.5 * ANTS.width * pixelRatio;
    strokeBoth(context, drawn.current, dash, offset);
    drawCorners(context, shown.corners ?? [], zoom, pixelRatio);
  }

  function step(): void {
    offset = (offset + 1) % 8;
    draw();
  }

  function update(): void {
    const isWanted = shown !== undefined && isVisible;
    if (!isWanted) {
      stop();
      canvas.remove();
      return;
    }
    place();
    draw();
    if (timer === undefined && !isStill.matches) timer = setInterval(step, ANTS.step);
  }

  return {
    get isShown() {
      return shown !== undefined;
    },
    show(proposal) {
      shown = proposal;
      drawn = undefined;
      update();
    },
    setVisible(next) {
      isVisible = next;
      update();
    },
    follow: update,
    destroy() {
      stop();
      canvas.remove();
    },
  };
}

function pathsOf(
  { outlines, current }: Proposal,
  zoom: number,
): { readonly zoom: number; readonly all: Path2D; readonly current: Path2D } {
  const all = new Path2D();
  const one = new Path2D();
  for (const [index, outline] of outlines.entries()) {
    addOutline(index === current ? one : all, outline, zoom);
  }
  return { zoom, all, current: one };
}

function addOutline(path: Path2D, outline: readonly number[], zoom: number): void {
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  for (let at = 0; at + 1 < outline.length; at += 2) {
    const x = (outline[at] ?? 0) * zoom;
    const y = (outline[at + 1] ?? 0) * zoom;
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < ANTS.detail) continue;
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  path.closePath();
}

/** Dark dashes where the light ones are not. */
function strokeBoth(
  context: CanvasRenderingContext2D,
  path: Path2D,
  dash: number,
  offset: number,
): void {
  const shift = (offset * dash) / 4;
  context.setLineDash([dash, dash]);
  context.lineDashOffset = -shift;
  context.strokeStyle = '#fff';
  context.stroke(path);
  context.lineDashOffset = dash - shift;
  context.strokeStyle = '#000';
  context.stroke(path);
}

function drawCorners(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  zoom: number,
  pixelRatio: number,
): void {
  const side = ANTS.corner * pixelRatio;
  context.setLineDash([]);
  context.lineWidth = pixelRatio;
  context.fillStyle = '#fff';
  context.strokeStyle = '#000';
  for (const { x, y } of corners) {
    const square: Rect = {
      x: Math.round(x * zoom - side / 2) + 0.5,
      y: Math.round(y * zoom - side / 2) + 0.5,
      width: side,
      height: side,
    };
    context.fillRect(square.x, square.y, square.width, square.height);
    context.strokeRect(square.x, square.y, square.width, square.height);
  }
}
