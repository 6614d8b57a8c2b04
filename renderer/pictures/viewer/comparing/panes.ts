/** Parts of the stage that show the picture in different states. Device pixels. DOM-free. */
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { hasSameShape } from '../../../../shared/geometry/same-shape.ts';
import type { PlacedPicture } from '../decoding/picture.ts';
import { NO_TURN, rectToStage, turnedSize, type Turn } from '../geometry/turn.ts';

/** A state of the picture, as it is drawn. */
export interface SceneState {
  /** The lowest first. */
  readonly patches: readonly PlacedPicture[];
  /** The patches lie over the open picture; otherwise they are all that is seen. */
  readonly hasBase: boolean;
}

/** The content of the picture layer. */
export type Scene =
  | { readonly kind: 'whole'; readonly state: SceneState }
  /** `at`: where the line is, as a share of the stage's width. */
  | {
      readonly kind: 'split';
      readonly first: SceneState;
      readonly second: SceneState;
      readonly at: number;
    }
  /** Parts of the same size, each with the same part of the picture. */
  | { readonly kind: 'grid'; readonly states: readonly SceneState[] };

/** One part of the stage. */
export interface Pane {
  readonly state: SceneState;
  /** The part of the stage that it covers. */
  readonly clip: Rect;
  /** The whole drawing without the clip: the same in both parts of a split, so that no pixel differs. */
  readonly area: Rect;
  /** Added to where the viewport puts the picture. */
  readonly shift: Point;
}

const NO_SHIFT: Point = { x: 0, y: 0 };

/**
 * @param area the stage, from 0, 0
 * @param turn of the view: parts stand side by side on the screen, however it is turned
 */
export function panesOf(scene: Scene, area: Rect, turn: Turn = NO_TURN): readonly Pane[] {
  const screen = turnedSize(turn, area);
  const turned = (rect: Rect): Rect => rectToStage(turn, screen, rect);
  return uprightPanes(scene, { x: 0, y: 0, ...screen }).map((pane) => {
    const part = turned(pane.area);
    const isAll = pane.area.width === screen.width && pane.area.height === screen.height;
    const shift = isAll ? NO_SHIFT : { x: part.x, y: part.y };
    return { ...pane, clip: turned(pane.clip), area: part, shift };
  });
}

function uprightPanes(scene: Scene, area: Rect): readonly Pane[] {
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

/** The parts of a grid on a stage, in CSS pixels. */
export interface Grid {
  /** Of one part. */
  readonly size: Size;
  /** Top left corners, row by row. */
  readonly starts: readonly Point[];
}

/** @param stage CSS pixels @param count parts, from 1 to 4 @param turn of the view */
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

/** A point of the stage as a point of the part that it lies in. */
export function toCell({ starts }: Grid, at: Point): Point {
  // the last in reading order: parts may stand in another order where the view is turned
  const start = starts
    .filter(({ x, y }) => x <= at.x && y <= at.y)
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .at(-1);
  return start === undefined ? at : { x: at.x - start.x, y: at.y - start.y };
}

/** Two and three stand in a row, four in two rows. */
export function layoutOf(count: number): { readonly columns: number; readonly rows: number } {
  return count < 4 ? { columns: count, rows: 1 } : { columns: 2, rows: 2 };
}

/**
 * Where another picture is seen: it fills the frame of the open one where it has its shape (sides that
 * were rounded do not count), and lies whole in its middle otherwise.
 *
 * @param frame size of the open picture
 * @returns photo space; not always whole pixels
 */
export function placeInFrame(picture: Size, frame: Size): Rect {
  if (hasSameShape(picture, frame)) return { x: 0, y: 0, ...frame };
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { x: (frame.width - width) / 2, y: (frame.height - height) / 2, width, height };
}

/** Pixels that cannot be shared out evenly are left between the parts. */
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

/** The first part begins at 0, the last ends with the stage. */
function startOfShare(length: number, parts: number, index: number): number {
  if (parts === 1) return 0;
  return Math.floor((index * (length - shareOf(length, parts))) / (parts - 1));
}
