/**
 * Draws things found but not in the mask: filled, and outlined once the edge is fine. A proposed
 * selection has marching ants. Canvases are mounted only while needed.
 */
import type { Stage } from 'konva/lib/Stage.js';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import { rememberedBy } from '../../../../shared/remembered-by.ts';
import { createContours, type DrawnContour } from './contours.ts';
import { stepOf, type Outlines } from './contour.ts';
import { drawLoupe, LOUPE } from './loupe.ts';

const ANTS = {
  /** Milliseconds per step of the marching ants. */
  step: 120,
  /** Steps per dash. */
  steps: 4,
  dash: 5,
} as const;

const LINE = {
  width: 2,
  /** Per side, for contrast on any ground. */
  casing: 1,
  color: '#fff',
  casingColor: 'rgb(0 0 0 / 55%)',
  /** For the current spot or block of text. */
  currentColor: '#ffd43b',
  /** Side of a clicked point's square. */
  corner: 6,
} as const;

const SOFT = {
  /** Standard deviation of the blur, in pixels of a coarse outline's raster. */
  blur: 1.1,
  /** CSS pixels. */
  least: 3,
  most: 24,
} as const;

// paths are in photo space, sizes in CSS pixels
function pathOf(things: readonly Outlines[]): Path2D {
  const path = new Path2D();
  for (const outline of things.flat()) {
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [x = 0, y = 0] = [outline[at], outline[at + 1]];
      if (at === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return path;
}

const coarseOf = rememberedBy((things: readonly Outlines[]) => ({
  step: stepOf(things.flat()),
  path: pathOf(things),
}));

/** Hides the raster of coarse outlines behind a soft edge. */
function fillSoftly(
  context: CanvasRenderingContext2D,
  things: readonly Outlines[],
  { view, pixelRatio }: Viewport,
): void {
  const { step, path } = coarseOf(things);
  const blur = SOFT.blur * step * view.scale;
  context.filter = `blur(${Math.min(SOFT.most, Math.max(SOFT.least, blur)) * pixelRatio}px)`;
  context.fill(path);
  context.filter = 'none';
}

function strokeStill(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  isCurrent: boolean,
): void {
  strokeCased(context, path, scale, isCurrent ? LINE.currentColor : LINE.color, []);
}

/** @param offset steps of the ants */
function strokeAnts(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  offset: number,
): void {
  const dash = ANTS.dash / scale;
  context.lineDashOffset = (-offset * dash) / ANTS.steps;
  strokeCased(context, path, scale, LINE.color, [dash, dash]);
}

function strokeCased(
  context: CanvasRenderingContext2D,
  path: Path2D,
  scale: number,
  color: string,
  dash: number[],
): void {
  context.lineJoin = 'round';
  context.setLineDash([]);
  context.lineWidth = (LINE.width + 2 * LINE.casing) / scale;
  context.strokeStyle = LINE.casingColor;
  context.stroke(path);
  context.setLineDash(dash);
  context.lineWidth = LINE.width / scale;
  context.strokeStyle = color;
  context.stroke(path);
}

/** @param context in device pixels */
function drawCorners(
  context: CanvasRenderingContext2D,
  corners: readonly Point[],
  { transform: { zoom, x, y }, pixelRatio }: Viewport,
): void {
  const side = LINE.corner * pixelRatio;
  context.setLineDash([]);
  context.lineWidth = pixelRatio;
  context.fillStyle = '#fff';
  context.strokeStyle = '#000';
  for (const corner of corners) {
    const left = Math.round(corner.x * zoom + x - side / 2) + 0.5;
    const top = Math.round(corner.y * zoom + y - side / 2) + 0.5;
    context.fillRect(left, top, side, side);
    context.strokeRect(left, top, side, side);
  }
}

const FILL = 0.22;
/** Share of {@link FILL} for things other than the current one. */
const BEHIND = 0.5;

/** Photo space. */
export interface Proposal {
  readonly things: readonly Outlines[];
  /**
   * `coarse`: a first answer, soft fill without a line. `fine`: a smooth line. `drawn`: plain lines
   * without a fill.
   */
  readonly edge: 'coarse' | 'fine' | 'drawn';
  /** Index of `things`. */
  readonly current?: number | undefined;
  readonly corners?: readonly Point[];
}

/**
 * `people`: those that are ticked. `preview`: what a click would add. `listed`: the current object
 * of the list. `spots`: also other objects of the list and unticked people.
 */
export type Subject = 'selection' | 'people' | 'preview' | 'listed' | 'spots' | 'text';

/** Marching ants: these show the mask as it will be. */
const MOVING: ReadonlySet<Subject> = new Set(['selection', 'people']);

/** Replaces the photo below the ants. */
interface Backdrop {
  readonly url: string;
  /** Of the photo, which it covers. */
  readonly size: Size;
}

export type ProposalLayer = ReturnType<typeof createProposalLayer>;

/** @param failed called if the backdrop could not be loaded */
export function createProposalLayer(
  stage: Stage,
  viewport: Viewport,
  maskColor: () => string,
  failed: (url: string) => void,
) {
  const lines = canvasOf('ants');
  const fills = canvasOf('found-fill');
  fills.canvas.style.opacity = String(FILL);
  const canvases = [fills, lines];
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  const shown = new Map<Subject, Proposal>();
  /** Previous proposals, drawn until the new contour arrives. */
  const before = new Map<Subject, Proposal>();
  const contours = createContours(viewport, () => {
    for (const [subject, { things }] of shown) {
      if (contours.of(things) !== undefined) before.delete(subject);
    }
    update();
  });
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
    for (const { canvas } of canvases) {
      if (canvas.width !== width || canvas.height !== height) {
        Object.assign(canvas, { width, height });
        Object.assign(canvas.style, {
          width: `${width / pixelRatio}px`,
          height: `${height / pixelRatio}px`,
        });
      }
      if (canvas.parentNode === null) stage.getContent().append(canvas);
    }
  }

  function remove(): void {
    for (const { canvas } of canvases) canvas.remove();
  }

  function placePicture(): void {
    if (picture === undefined) return;
    const { image, size } = picture;
    const { x, y, scale } = viewport.view;
    image.style.cssText = `position: absolute; left: ${x}px; top: ${y}px; pointer-events: none; max-width: none; width: ${size.width * scale}px; height: ${size.height * scale}px;`;
    image.hidden = !isVisible;
    if (image.parentNode === null) stage.getContent().append(image);
  }

  /** @returns `undefined` for a coarse or drawn edge, and before the first contour */
  function contourOf(subject: Subject, { things, edge }: Proposal): DrawnContour | undefined {
    if (edge !== 'fine' || things.length === 0) return undefined;
    const former = before.get(subject);
    return contours.of(things) ?? (former && contours.of(former.things));
  }

  function drawFills(): void {
    const { context } = fills;
    clear(fills);
    for (const [subject, proposal] of shown) {
      const { things, edge } = proposal;
      const contour = contourOf(subject, proposal);
      const isBehind = subject === 'spots';
      if (edge === 'drawn' || things.length === 0 || (isBehind && contour !== undefined)) continue;
      toPhoto(context);
      context.fillStyle = maskColor();
      context.globalAlpha = isBehind ? BEHIND : 1;
      if (contour === undefined) fillSoftly(context, things, viewport);
      else context.fill(contour.area, 'evenodd');
      context.globalAlpha = 1;
    }
  }

  function draw(): void {
    const { context } = lines;
    clear(lines);
    const { scale } = viewport.view;
    for (const [subject, proposal] of shown) {
      const { edge, corners = [] } = proposal;
      toPhoto(context);
      const contour = contourOf(subject, proposal);
      if (edge === 'drawn') {
        const { others, one } = pathsOf(proposal);
        strokeStill(context, others, scale, false);
        strokeStill(context, one, scale, true);
      } else if (contour !== undefined && MOVING.has(subject)) {
        strokeAnts(context, contour.line, scale, offset);
      } else if (contour !== undefined) {
        strokeStill(context, contour.line, scale, false);
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
      drawCorners(context, corners, viewport);
    }
    drawSpot();
  }

  function toPhoto(context: CanvasRenderingContext2D): void {
    const { zoom, x, y } = viewport.transform;
    context.setTransform(zoom, 0, 0, zoom, x, y);
  }

  function drawSpot(): void {
    const { context } = lines;
    const { things, current } = shown.get('spots') ?? {};
    const outline = current === undefined ? undefined : things?.[current]?.[0];
    const source = stage.getLayers()[0]?.getNativeCanvasElement();
    const { transform, pixelRatio } = viewport;
    if (source === undefined || outline === undefined) return;
    if (transform.zoom >= LOUPE.enlarges || picture !== undefined) return;
    const { x, y } = centreOf(outline);
    const at = { x: x * transform.zoom + transform.x, y: y * transform.zoom + transform.y };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.setLineDash([]);
    drawLoupe(context, source, at, pixelRatio);
  }

  function step(): void {
    offset = (offset + 1) % (2 * ANTS.steps);
    draw();
  }

  function update(): void {
    placePicture();
    if (shown.size === 0 || !isVisible) {
      stop();
      remove();
      return;
    }
    place();
    drawFills();
    draw();
    const isMoving = [...shown.keys()].some((each) => MOVING.has(each)) && !isStill.matches;
    if (!isMoving) stop();
    else timer ??= setInterval(step, ANTS.step);
  }

  function set(name: Subject, proposal: Proposal | undefined): void {
    const last = shown.get(name);
    const isSeen = last !== undefined && contourOf(name, last) !== undefined;
    if (proposal?.edge !== 'fine') before.delete(name);
    else if (isSeen) before.set(name, last);
    if (proposal === undefined) shown.delete(name);
    else shown.set(name, proposal);
    contours.keep(new Set([...shown.values(), ...before.values()].map(({ things }) => things)));
    update();
  }

  return {
    show: set,
    showBackdrop(backdrop: Backdrop | undefined): void {
      picture?.image.remove();
      picture = undefined;
      remove(); // adds them again above the picture
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
    setVisible(next: boolean): void {
      if (isVisible === next) return;
      isVisible = next;
      update();
    },
    follow: update,
    destroy(): void {
      stop();
      contours.stop();
      remove();
      picture?.image.remove();
    },
  };
}

/** `one` is the current thing. */
const pathsOf = rememberedBy(({ things, current }: Proposal) => ({
  others: pathOf(things.filter((_, index) => index !== current)),
  one: pathOf(things.filter((_, index) => index === current)),
}));

interface Surface {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
}

/** As large as the stage and above it; not mounted yet. */
function canvasOf(name: string): Surface {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.dataset['canvas'] = name;
  Object.assign(canvas.style, { position: 'absolute', left: '0', top: '0', pointerEvents: 'none' });
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D context for proposals.');
  return { canvas, context };
}

function clear({ canvas, context }: Surface): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
}

/** The mean of its corners. */
function centreOf(outline: readonly number[]): Point {
  const corners = Math.max(1, outline.length / 2);
  const sum = (from: 0 | 1): number =>
    outline.reduce((total, value, at) => (at % 2 === from ? total + value : total), 0);
  return { x: sum(0) / corners, y: sum(1) / corners };
}
