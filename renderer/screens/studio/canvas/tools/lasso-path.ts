/**
 * The line of the lasso as it grows: drawn freehand while the button is down, with straight edges from
 * click to click, or both by turns. A pure reducer; the tool shows its state.
 */
import type { Point } from '../../../../../shared/geometry/rect.ts';

export const LASSO = {
  /** CSS pixels that the pointer moves before a click becomes a drag. */
  dragFrom: 4,
  /** A click this near to the first point (CSS pixels) closes the line. */
  closeWithin: 8,
  /** Two clicks within this time (milliseconds) and distance (CSS pixels) are a double click. */
  doubleClickTime: 400,
  doubleClickDistance: 5,
} as const;

/** A position in both spaces. */
export interface LassoPoint {
  readonly screen: Point;
  readonly photo: Point;
}

export interface LassoPath {
  /** The points of each click or drag, photo space; the first one holds the first point. */
  readonly pieces: readonly (readonly Point[])[];
  /** The button is down: where it was pressed, and when. */
  readonly pressed: { readonly at: LassoPoint; readonly time: number } | undefined;
  /** The press has become a drag. */
  readonly isDragging: boolean;
  /** The press before. */
  readonly lastPress: { readonly screen: Point; readonly time: number } | undefined;
  /** `closed`: to be filled; `given-up`: nothing is left of it. */
  readonly outcome: 'open' | 'closed' | 'given-up';
  /** A click draws nothing: the line of the right button is drawn by a drag only. */
  readonly isDragOnly: boolean;
}

export type LassoEvent =
  | {
      readonly type: 'press';
      readonly at: LassoPoint;
      readonly time: number;
      /** The first point where it is on the screen now. */
      readonly firstOnScreen: Point | undefined;
    }
  | { readonly type: 'move'; readonly at: readonly LassoPoint[] }
  | { readonly type: 'release' }
  | { readonly type: 'remove-last' }
  | { readonly type: 'close' };

export const EMPTY_LASSO: LassoPath = {
  pieces: [],
  pressed: undefined,
  isDragging: false,
  lastPress: undefined,
  outcome: 'open',
  isDragOnly: false,
};

export function reduceLasso(path: LassoPath, event: LassoEvent): LassoPath {
  switch (event.type) {
    case 'press':
      return press(path, event);
    case 'move':
      return move(path, event.at);
    case 'release':
      return release(path);
    case 'remove-last': {
      const pieces = path.pieces.slice(0, -1);
      return { ...path, pieces, outcome: pieces.length === 0 ? 'given-up' : 'open' };
    }
    case 'close':
      return close(path);
  }
}

/** The points that were clicked, photo space. */
export function lassoCorners(path: LassoPath): readonly Point[] {
  return path.pieces.flatMap((piece) => piece.slice(0, 1));
}

/** A click now, near the first point, closes the line. */
export function canCloseLasso(path: LassoPath): boolean {
  return path.pieces.length > 1 && path.pressed === undefined;
}

/** All points so far, photo space. */
export function lassoPoints(path: LassoPath): readonly Point[] {
  return path.pieces.flat();
}

function press(path: LassoPath, event: LassoEvent & { readonly type: 'press' }): LassoPath {
  const { at, time, firstOnScreen } = event;
  const { lastPress } = path;
  const isDouble =
    lastPress !== undefined &&
    time - lastPress.time <= LASSO.doubleClickTime &&
    distance(at.screen, lastPress.screen) <= LASSO.doubleClickDistance;
  const closes =
    path.pieces.length > 1 &&
    firstOnScreen !== undefined &&
    distance(at.screen, firstOnScreen) <= LASSO.closeWithin;
  if (closes || (isDouble && path.pieces.length > 0)) return close(path);
  return {
    ...path,
    pieces: [...path.pieces, [at.photo]],
    pressed: { at, time },
    isDragging: false,
    lastPress: { screen: at.screen, time },
  };
}

function move(path: LassoPath, at: readonly LassoPoint[]): LassoPath {
  const { pressed, pieces } = path;
  if (pressed === undefined) return path;
  const isDragging =
    path.isDragging ||
    at.some(({ screen }) => distance(screen, pressed.at.screen) >= LASSO.dragFrom);
  if (!isDragging) return path;
  const piece = [...(pieces.at(-1) ?? []), ...at.map(({ photo }) => photo)];
  return { ...path, isDragging, pieces: [...pieces.slice(0, -1), piece] };
}

function release(path: LassoPath): LassoPath {
  if (path.pressed === undefined) return path;
  if (path.isDragOnly && !path.isDragging) return { ...path, outcome: 'given-up' };
  const released = { ...path, pressed: undefined, isDragging: false };
  // One drag from the first point on is a whole freehand line; after clicks it is a part of it.
  return path.isDragging && path.pieces.length === 1 ? close(released) : released;
}

/** Fewer than three points enclose nothing. */
function close(path: LassoPath): LassoPath {
  return {
    ...path,
    pressed: undefined,
    isDragging: false,
    outcome: lassoPoints(path).length < 3 ? 'given-up' : 'closed',
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
