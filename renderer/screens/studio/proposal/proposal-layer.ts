/**
 * Marching ants: the edge of a selection that is proposed, in black and white dashes that move. They are
 * an element of their own, which is there only while there are any.
 */
import type { Stage } from 'konva/lib/Stage.js';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { drawLoupe, LOUPE } from './loupe.ts';
import type { Viewport } from '../../../pictures/viewer/geometry/viewport.ts';

export const ANTS = {
  /** Milliseconds between two steps of the ants. */
  step: 120,
  /** CSS pixels. */
  dash: 4,
  width: 1.25,
  /** Times the width: the line that is looked at. */
  current: 2,
  currentColor: '#ffd43b',
  /** Points of the edge that are nearer to each other than this (device pixels) are drawn as one. */
  detail: 0.75,
  /** Side of a clicked point's square, CSS pixels. */
  corner: 6,
} as const;

/** Steps of the ants along one dash. */
const STEPS = 4;

/** A selection that is proposed. Photo space. */
export interface Proposal {
  /** Closed lines, x and y by turns. */
  readonly outlines: readonly (readonly number[])[];
  /** The line that is looked at: an index of `outlines`. */
  readonly current?: number | undefined;
  /** Points that were clicked. */
  readonly corners?: readonly Point[];
}

type Subject = 'selection' | 'people' | 'preview' | 'spots' | 'text';

/** Lines of these move: they show the mask as it will be. */
const MOVING: ReadonlySet<Subject> = new Set(['selection', 'people']);

/** A picture in place of the photo, below the ants. */
export interface Backdrop {
  readonly url: string;
  /** Of the photo, which it covers. */
  readonly size: Size;
}

export interface ProposalLayer {
  show(proposal: Proposal | undefined): void;
  /** Beside the proposal, in lines that do not move: what a click would add. */
  showPreview(proposal: Proposal | undefined): void;
  /** People that are ticked. */
  showPeople(proposal: Proposal | undefined): void;
  showSpots(proposal: Proposal | undefined): void;
  showText(proposal: Proposal | undefined): void;
  showBackdrop(backdrop: Backdrop | undefined): void;
  setVisible(isVisible: boolean): void;
  /** The view has changed. */
  follow(): void;
  destroy(): void;
}

/** The edge at one zoom, from the photo's origin. */
interface DrawnEdge {
  readonly zoom: number;
  readonly all: Path2D;
  readonly current: Path2D;
}

/** @param failed the backdrop could not be loaded */
export function createProposalLayer(
  stage: Stage,
  viewport: Viewport,
  failed: (url: string) => void,
): ProposalLayer {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.dataset['canvas'] = 'ants';
  const context = canvas.getContext('2d');
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  const shown = new Map<Subject, Proposal>();
  const drawn = new Map<Proposal, DrawnEdge>();
  let picture: { readonly image: HTMLImageElement; readonly size: Size } | undefined;
  let isVisible = true;
  let offset = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function place(): void {
    const { stage: size, pixelRatio } = viewport;
    const width = Math.round(size.width * pixelRatio);
    const height = Math.round(size.height * pixelRatio);
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
    }
    canvas.style.cssText = `position: absolute; left: 0; top: 0; pointer-events: none; width: ${width / pixelRatio}px; height: ${height / pixelRatio}px;`;
    if (canvas.parentNode === null) stage.getContent().append(canvas);
  }

  function placePicture(): void {
    if (picture === undefined) return;
    const { image, size } = picture;
    const { x, y, scale } = viewport.view;
    image.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; pointer-events: none; max-width: none; width: ${size.width * scale}px; height: ${size.height * scale}px;`;
    image.hidden = !isVisible;
    if (image.parentNode === null) stage.getContent().append(image);
  }

  function draw(): void {
    if (context === null) return;
    const { transform, pixelRatio } = viewport;
    const { zoom, x, y } = transform;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(1, 0, 0, 1, x, y);
    const dash = ANTS.dash * pixelRatio;
    for (const [subject, proposal] of shown) {
      let edge = drawn.get(proposal);
      if (edge?.zoom !== zoom) edge = edgeOf(proposal, zoom);
      drawn.set(proposal, edge);
      const width = ANTS.width * pixelRatio;
      if (MOVING.has(subject)) {
        context.lineWidth = width;
        strokeBoth(context, edge.all, dash, offset);
      } else {
        strokeStill(context, edge.all, width, '#fff');
        strokeStill(context, edge.current, ANTS.current * width, ANTS.currentColor);
      }
      drawCorners(context, proposal.corners ?? [], zoom, pixelRatio);
    }
    drawSpot();
  }

  /** Enlarges the spot that is looked at. */
  function drawSpot(): void {
    const { outlines, current } = shown.get('spots') ?? {};
    const outline = current === undefined ? undefined : outlines?.[current];
    const source = stage.getLayers()[0]?.getNativeCanvasElement();
    const { transform, pixelRatio } = viewport;
    if (context === null || source === undefined || outline === undefined) return;
    if (transform.zoom >= LOUPE.enlarges || picture !== undefined) return;
    const { x, y } = centreOf(outline);
    const at = { x: x * transform.zoom + transform.x, y: y * transform.zoom + transform.y };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.setLineDash([]);
    drawLoupe(context, source, at, pixelRatio);
  }

  function step(): void {
    offset = (offset + 1) % (2 * STEPS);
    draw();
  }

  function update(): void {
    placePicture();
    if (shown.size === 0 || !isVisible) {
      stop();
      canvas.remove();
      return;
    }
    place();
    draw();
    const isMoving = [...shown.keys()].some((each) => MOVING.has(each)) && !isStill.matches;
    if (!isMoving) stop();
    else timer ??= setInterval(step, ANTS.step);
  }

  function set(name: Subject, proposal: Proposal | undefined): void {
    const before = shown.get(name);
    if (before !== undefined) drawn.delete(before);
    if (proposal === undefined) shown.delete(name);
    else shown.set(name, proposal);
    update();
  }

  return {
    show: (proposal) => set('selection', proposal),
    showPreview: (proposal) => set('preview', proposal),
    showPeople: (proposal) => set('people', proposal),
    showSpots: (proposal) => set('spots', proposal),
    showText: (proposal) => set('text', proposal),
    showBackdrop(backdrop) {
      picture?.image.remove();
      picture = undefined;
      canvas.remove(); // it comes above the picture again
      if (backdrop !== undefined) {
        const { url, size } = backdrop;
        const image = new Image();
        image.alt = 'The photo with its faint spots brought out';
        image.addEventListener('error', () => failed(url));
        image.src = url;
        picture = { image, size };
      }
      update();
    },
    setVisible(next) {
      if (isVisible === next) return;
      isVisible = next;
      update();
    },
    follow: update,
    destroy() {
      stop();
      canvas.remove();
      picture?.image.remove();
    },
  };
}

function edgeOf({ outlines, current }: Proposal, zoom: number): DrawnEdge {
  const all = new Path2D();
  const one = new Path2D();
  for (const [index, outline] of outlines.entries()) {
    addOutline(index === current ? one : all, outline, zoom);
  }
  return { zoom, all, current: one };
}

/** The mean of its corners. */
function centreOf(outline: readonly number[]): Point {
  const corners = Math.max(1, outline.length / 2);
  const sum = (from: 0 | 1): number =>
    outline.reduce((total, value, at) => (at % 2 === from ? total + value : total), 0);
  return { x: sum(0) / corners, y: sum(1) / corners };
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

/** A line on a dark one, which is seen on any ground. */
function strokeStill(
  context: CanvasRenderingContext2D,
  path: Path2D,
  width: number,
  color: string,
): void {
  context.setLineDash([]);
  context.lineWidth = 2.5 * width;
  context.strokeStyle = 'rgb(0 0 0 / 70%)';
  context.stroke(path);
  context.lineWidth = width;
  context.strokeStyle = color;
  context.stroke(path);
}

/** Dark dashes where the light ones are not. */
function strokeBoth(
  context: CanvasRenderingContext2D,
  path: Path2D,
  dash: number,
  offset: number,
): void {
  const shift = (offset * dash) / STEPS;
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
