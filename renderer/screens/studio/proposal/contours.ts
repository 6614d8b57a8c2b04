/** Contours of what is found, as paths to draw: ordered from a worker, which starts with the first. */
import { containsRect, type Rect } from '../../../../shared/geometry/rect.ts';
import type { Viewport } from '../../../pictures/viewer/geometry/viewport.ts';
import type { Contour, ContourOrder, Outlines } from './contour.ts';

const CONTOURS = {
  /** Drawn also beyond the stage, as a share of it: the view may move so far before another one is ordered. */
  beyond: 0.25,
  /** A contour does for views of this much less or more than its own scale. */
  fits: 1.25,
} as const;

/** Photo space. */
export interface DrawnContour {
  readonly line: Path2D;
  /** All that is within, crumbs too. */
  readonly area: Path2D;
}

/** The view that a contour is made for. */
interface Fit {
  readonly scale: number;
  readonly within: Rect;
}

export interface Contours {
  /** The newest contour; where it does not fit the view, a better one is on its way. `undefined`: the first one is. */
  of(things: readonly Outlines[]): DrawnContour | undefined;
  /** Forgets all others. */
  keep(wanted: ReadonlySet<readonly Outlines[]>): void;
  stop(): void;
}

/** @param came a contour is there that was ordered */
export function createContours(viewport: Viewport, came: () => void): Contours {
  let worker: Worker | undefined;
  const known = new Map<readonly Outlines[], DrawnContour & Fit>();
  const waiting = new Map<readonly Outlines[], Fit>();
  /** One at a time: what is no longer wanted when its turn comes costs nothing. */
  let running: (Fit & { readonly things: readonly Outlines[]; isWanted: boolean }) | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./contour.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<Contour>) => take(data));
    return started;
  }

  function take(contour: Contour): void {
    const order = running;
    running = undefined;
    if (order?.isWanted === true) {
      const { things, scale, within } = order;
      known.set(things, { ...pathsOf(contour), scale, within });
      came();
    }
    next();
  }

  function next(): void {
    const [first] = waiting;
    if (running !== undefined || first === undefined) return;
    const [things, fit] = first;
    waiting.delete(things);
    running = { ...fit, things, isWanted: true };
    worker ??= start();
    worker.postMessage({ things, ...fit } satisfies ContourOrder, []);
  }

  function isFit({ scale, within }: Fit): boolean {
    const { view, visible } = viewport;
    const ratio = Math.max(scale / view.scale, view.scale / scale);
    return ratio <= CONTOURS.fits && containsRect(within, visible);
  }

  return {
    of(things) {
      const last = known.get(things);
      const isOnItsWay = running?.things === things && running.isWanted;
      if (isOnItsWay || (last !== undefined && isFit(last))) return last;
      const { view, visible } = viewport;
      const across = visible.width * CONTOURS.beyond;
      const down = visible.height * CONTOURS.beyond;
      const within = {
        x: visible.x - across,
        y: visible.y - down,
        width: visible.width + 2 * across,
        height: visible.height + 2 * down,
      };
      waiting.set(things, { scale: view.scale, within });
      next();
      return last;
    },
    keep(wanted) {
      for (const things of known.keys()) if (!wanted.has(things)) known.delete(things);
      for (const things of waiting.keys()) if (!wanted.has(things)) waiting.delete(things);
      if (running !== undefined && !wanted.has(running.things)) running.isWanted = false;
    },
    stop() {
      worker?.terminate();
      worker = undefined;
      running = undefined;
      waiting.clear();
    },
  };
}

function pathsOf({ edges, crumbs }: Contour): DrawnContour {
  const line = new Path2D();
  for (const edge of edges) addCurve(line, edge);
  const area = new Path2D(line);
  for (const crumb of crumbs) addCurve(area, crumb);
  return { line, area };
}

/** Through the middles of its pieces, with its points as controls: no corner however near one looks. */
function addCurve(path: Path2D, points: Float32Array): void {
  const count = points.length / 2;
  const x = (index: number): number => points[2 * (index % count)] ?? 0;
  const y = (index: number): number => points[2 * (index % count) + 1] ?? 0;
  path.moveTo((x(0) + x(1)) / 2, (y(0) + y(1)) / 2);
  for (let index = 1; index <= count; index++) {
    const [nextX, nextY] = [x(index + 1), y(index + 1)];
    path.quadraticCurveTo(x(index), y(index), (x(index) + nextX) / 2, (y(index) + nextY) / 2);
  }
  path.closePath();
}
