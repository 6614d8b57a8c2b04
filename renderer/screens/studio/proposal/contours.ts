import { containsRect, type Rect } from '../../../../shared/geometry/rect.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import type { Contour, ContourOrder, Outlines } from './contour.ts';

const CONTOURS = {
  /** Margin around the stage as a share of it, so that small pans need no new contour. */
  beyond: 0.25,
  /** Maximum ratio between the scales of a view and its contour. */
  fits: 1.25,
} as const;

/** Photo space. */
export interface DrawnContour {
  readonly line: Path2D;
  /** Includes crumbs. */
  readonly area: Path2D;
}

interface Fit {
  readonly scale: number;
  readonly within: Rect;
}

/** @param came called when a requested contour has arrived */
export function createContours(viewport: Viewport, came: () => void) {
  let worker: Worker | undefined;
  const known = new Map<readonly Outlines[], DrawnContour & Fit>();
  const waiting = new Map<readonly Outlines[], Fit>();
  /** One at a time; requests that became obsolete are skipped. */
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
    /** `undefined` before the first contour. Requests a better one if the view differs. */
    of(things: readonly Outlines[]): DrawnContour | undefined {
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
    keep(wanted: ReadonlySet<readonly Outlines[]>): void {
      for (const things of known.keys()) if (!wanted.has(things)) known.delete(things);
      for (const things of waiting.keys()) if (!wanted.has(things)) waiting.delete(things);
      if (running !== undefined && !wanted.has(running.things)) running.isWanted = false;
    },
    stop(): void {
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

/** Smooths the line by quadratic curves through segment midpoints. */
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
