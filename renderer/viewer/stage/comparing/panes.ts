/** Splits the stage into panes that show states of the picture. Device pixels. */
import {
  type Point,
  type Rect,
  type Size,
  hasSameShape,
} from '../../../../shared/geometry/rect.ts';

import type { PlacedPicture } from '../decoding/picture.ts';
import { NO_TURN, rectToStage, turnedSize, type Turn } from '../geometry/turn.ts';

export interface SceneState {
  readonly patches: readonly PlacedPicture[];
  /** True: the patches are drawn over the open picture. False: nothing is below them. */
  readonly hasBase: boolean;
}

export type PaneScene =
  | { readonly kind: 'whole'; readonly state: SceneState }
  /** `at`: the line, as a share of the stage's width. */
  | {
      readonly kind: 'split';
      readonly first: SceneState;
      readonly second: SceneState;
      readonly at: number;
    }
  | { readonly kind: 'grid'; readonly states: readonly SceneState[] };

export interface Pane {
  readonly state: SceneState;
  readonly clip: Rect;
  /** The area before clipping. Both halves of a split share it, so that no pixel differs. */
  readonly area: Rect;
  /** Added to the picture's offset in the viewport. */
  readonly shift: Point;
}

const NO_SHIFT: Point = { x: 0, y: 0 };

/** @param turn panes are side by side on the screen, however the view is turned */
export function panesOf(scene: PaneScene, area: Rect, turn: Turn = NO_TURN): readonly Pane[] {
  const screen = turnedSize(turn, area);
  const turned = (rect: Rect): Rect => rectToStage(turn, screen, rect);
  return uprightPanes(scene, { x: 0, y: 0, ...screen }).map((pane) => {
    const part = turned(pane.area);
    const isAll = pane.area.width === screen.width && pane.area.height === screen.height;
    const shift = isAll ? NO_SHIFT : { x: part.x, y: part.y };
    return { ...pane, clip: turned(pane.clip), area: part, shift };
  });
}

function uprightPanes(scene: PaneScene, area: Rect): readonly Pane[] {
  switch (scene.kind) {
    case 'whole':
      return [{ state: scene.state, clip: area, area, shift: NO_SHIFT }];
    case 'split': {
      const at = Math.round(area.width * scene.at);
      const left = { ...area, width: at };
      const right = { ...area, x: area.x + at, width: area.width - at };
      return [
        { state: scene.first, clip: left, area, shift: NO_SHIFT },
        { state: scene.second, clip: right, area, shift: NO_SHIFT },
      ];
    }
    case 'grid': {
      const { states } = scene;
      const cell = cellOf(area, states.length);
      return states.map((state, index) => {
        const shift = startOf(area, states.length, index);
        const part = { x: area.x + shift.x, y: area.y + shift.y, ...cell };
        return { state, clip: part, area: part, shift };
      });
    }
  }
}

export interface Grid {
  readonly size: Size;
  readonly starts: readonly Point[];
}

/** @param stage CSS pixels @param count 1 to 4 */
export function gridOf(count: number, stage: Size, pixelRatio: number, turn: Turn = NO_TURN): Grid {
  const screen = turnedSize(turn, stage);
  const { size, starts } = uprightGrid(count, screen, pixelRatio);
  return {
    size: turnedSize(turn, size),
    starts: starts.map((start) => {
      const { x, y } = rectToStage(turn, screen, { ...start, ...size });
      return { x, y };
    }),
  };
}

function uprightGrid(count: number, stage: Size, pixelRatio: number): Grid {
  const area = {
    width: Math.floor(stage.width * pixelRatio),
    height: Math.floor(stage.height * pixelRatio),
  };
  const { columns, rows } = layoutOf(count);
  const cell = cellOf(area, count);
  return {
    size: {
      width: columns === 1 ? stage.width : cell.width / pixelRatio,
      height: rows === 1 ? stage.height : cell.height / pixelRatio,
    },
    starts: Array.from({ length: count }, (_, index) => {
      const { x, y } = startOf(area, count, index);
      return { x: x / pixelRatio, y: y / pixelRatio };
    }),
  };
}

export function toCell({ starts }: Grid, at: Point): Point {
  // the last in reading order: a turned view changes the order of the cells
  const start = starts
    .filter(({ x, y }) => x <= at.x && y <= at.y)
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .at(-1);
  return start === undefined ? at : { x: at.x - start.x, y: at.y - start.y };
}

/** Puts two and three in a row, four in two rows. */
export function layoutOf(count: number): { readonly columns: number; readonly rows: number } {
  return count < 4 ? { columns: count, rows: 1 } : { columns: 2, rows: 2 };
}

/**
 * Fills the open picture's frame if both shapes match apart from rounding, else centres.
 * @returns photo space, possibly fractional
 */
export function placeInFrame(picture: Size, frame: Size): Rect {
  if (hasSameShape(picture, frame)) return { x: 0, y: 0, ...frame };
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** Leaves pixels that cannot be divided evenly between the cells. */
function cellOf({ width, height }: Size, count: number): Size {
  const { columns, rows } = layoutOf(count);
  return { width: shareOf(width, columns), height: shareOf(height, rows) };
}

function startOf({ width, height }: Size, count: number, index: number): Point {
  const { columns, rows } = layoutOf(count);
  return {
    x: startOfShare(width, columns, index % columns),
    y: startOfShare(height, rows, Math.floor(index / columns)),
  };
}

function shareOf(length: number, parts: number): number {
  return Math.max(1, Math.floor(length / parts));
}

/** The first cell begins at 0, the last ends with the stage. */
function startOfShare(length: number, parts: number, index: number): number {
  if (parts === 1) return 0;
  return Math.floor((index * (length - shareOf(length, parts))) / (parts - 1));
}
