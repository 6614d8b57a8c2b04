/** Parts of the stage that show the photo in different states. Device pixels. DOM-free. */
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { PlacedPicture } from './photo-painter.ts';

type Patches = readonly PlacedPicture[];

/** What the photo layer shows. */
export type Scene =
  | { readonly kind: 'whole'; readonly patches: Patches }
  /** `at`: where the line is, as a share of the stage's width. */
  | {
      readonly kind: 'split';
      readonly first: Patches;
      readonly second: Patches;
      readonly at: number;
    }
  /** Two halves, each with the same part of the photo. */
  | { readonly kind: 'halves'; readonly first: Patches; readonly second: Patches };

/** One part of the stage. */
export interface Pane {
  readonly patches: Patches;
  /** What of the stage it covers. */
  readonly clip: Rect;
  /** What would be drawn without the clip: the same in both parts of a split, so that no pixel differs. */
  readonly area: Rect;
  /** Added to where the viewport puts the photo. */
  readonly shift: number;
}

/** @param area the stage */
export function panesOf(scene: Scene, area: Rect): readonly Pane[] {
  switch (scene.kind) {
    case 'whole':
      return [{ patches: scene.patches, clip: area, area, shift: 0 }];
    case 'split': {
      const at = Math.round(area.width * scene.at);
      const left = { ...area, width: at };
      const right = { ...area, x: area.x + at, width: area.width - at };
      return [
        { patches: scene.first, clip: left, area, shift: 0 },
        { patches: scene.second, clip: right, area, shift: 0 },
      ];
    }
    case 'halves': {
      const width = halfOf(area.width);
      const shift = area.width - width;
      const left = { ...area, width };
      const right = { ...area, x: area.x + shift, width };
      return [
        { patches: scene.first, clip: left, area: left, shift: 0 },
        { patches: scene.second, clip: right, area: right, shift },
      ];
    }
  }
}

/** Where the two halves lie on a stage, in CSS pixels. */
export interface Halves {
  /** Of one half. */
  readonly size: Size;
  /** Left edge of the second half. */
  readonly second: number;
}

/** @param stage CSS pixels */
export function halvesOf(stage: Size, pixelRatio: number): Halves {
  const whole = Math.floor(stage.width * pixelRatio);
  const half = halfOf(whole);
  return {
    size: { width: half / pixelRatio, height: stage.height },
    second: (whole - half) / pixelRatio,
  };
}

/** A point of the stage as a point of the half that it lies in. */
export function toHalf({ second }: Halves, at: Point): Point {
  return at.x < second ? at : { x: at.x - second, y: at.y };
}

/** An odd device pixel is left between the halves. */
function halfOf(width: number): number {
  return Math.max(1, Math.floor(width / 2));
}
