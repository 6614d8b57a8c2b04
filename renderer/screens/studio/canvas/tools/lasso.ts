import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { PressStart } from '../../../../viewer/stage/input/gesture.ts';
import type { Closing, Tool } from './tool.ts';

const LASSO = {
  /** CSS pixels before a click becomes a drag. */
  dragFrom: 4,
  /** CSS pixels from the first point within which a click closes the line. */
  closeWithin: 8,
  /** Maximum milliseconds and CSS pixels between the presses of a double click. */
  doubleClickTime: 400,
  doubleClickDistance: 5,
} as const;

interface LassoPoint {
  readonly screen: Point;
  readonly photo: Point;
}

/** Reduces lasso input: freehand while the button is down, straight edges between clicks. */
export interface LassoPath {
  /** One list per click or drag, photo space; the first holds the first point. */
  readonly pieces: readonly (readonly Point[])[];
  /** Set while the button is down. */
  readonly pressed: { readonly at: LassoPoint; readonly time: number } | undefined;
  readonly isDragging: boolean;
  readonly lastPress: { readonly screen: Point; readonly time: number } | undefined;
  /** `closed`: to be filled. `given-up`: discarded. */
  readonly outcome: 'open' | 'closed' | 'given-up';
  /** True for the right button, whose clicks draw nothing. */
  readonly isDragOnly: boolean;
}

export type LassoEvent =
  | {
      readonly type: 'press';
      readonly at: LassoPoint;
      readonly time: number;
      /** Current screen position. */
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

function canCloseLasso(path: LassoPath): boolean {
  return path.pieces.length > 1 && path.pressed === undefined;
}

/** Photo space. */
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
  // A single drag is a whole freehand line; after clicks it is a part.
  return path.isDragging && path.pieces.length === 1 ? close(released) : released;
}

/** Discards lines of fewer than three points. */
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

/**
 * Fills or erases the area inside a line. Enter, a double click or a click on the first point
 * closes a polygon. The right button erases, by drags only.
 */
export const lassoTool: Tool = {
  name: 'lasso',
  cursor: 'cross',
  rightButton: 'subtract',
  hasMode: true,
  begin(context, start) {
    let path: LassoPath = { ...EMPTY_LASSO, isDragOnly: start.isRightButton };
    let pointer: Point | undefined;
    const value = start.subtract ? 0 : 255;

    const bothSpaces = (screen: Point): LassoPoint => ({ screen, photo: context.toPhoto(screen) });

    function show(): void {
      const points = lassoPoints(path);
      const tip = pointer === undefined ? [] : [context.toPhoto(pointer)];
      context.showOutline({
        points: [...points, ...tip],
        isClosed: false,
        corners: path.pieces.flatMap((piece) => piece.slice(0, 1)),
        closing: closingOf(points[0]),
      });
    }

    function closingOf(first: Point | undefined): Closing | undefined {
      if (first === undefined || !canCloseLasso(path)) return undefined;
      const { x, y } = context.toScreen(first);
      const away = pointer === undefined ? Infinity : Math.hypot(pointer.x - x, pointer.y - y);
      return { at: first, radius: LASSO.closeWithin, isUnderPointer: away <= LASSO.closeWithin };
    }

    function take(event: LassoEvent): 'done' | 'open' {
      path = reduceLasso(path, event);
      if (path.outcome === 'open') {
        show();
        return 'open';
      }
      context.showOutline(undefined);
      if (path.outcome === 'closed') context.fillShape(lassoPoints(path), value, 'lasso');
      return 'done';
    }

    function press({ at, time }: PressStart): 'done' | 'open' {
      const [first] = lassoPoints(path);
      pointer = undefined;
      return take({
        type: 'press',
        at: bothSpaces(at),
        time,
        firstOnScreen: first === undefined ? undefined : context.toScreen(first),
      });
    }

    press(start);
    return {
      press,
      move: (samples) => void take({ type: 'move', at: samples.map(({ at }) => bothSpaces(at)) }),
      end: () => take({ type: 'release' }),
      cancel: () => context.showOutline(undefined),
      hover(at) {
        pointer = at;
        show();
      },
      key(key) {
        if (key === 'Enter') return take({ type: 'close' });
        if (key === 'Backspace' || key === 'Delete') return take({ type: 'remove-last' });
        return undefined;
      },
    };
  },
};
