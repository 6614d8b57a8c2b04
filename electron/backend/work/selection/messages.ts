import type { ObjectRequest, SelectedObject } from '../../../../shared/contract/selection.ts';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import type { SeenObject } from './seen-object.ts';

export interface HeldPicture extends Size {
  /** Identifies photo, results and part. */
  readonly key: string;
  /** Photo space; may have more pixels than the picture. */
  readonly rect: Rect;
  /** RGB, 8 bits. */
  readonly rgb: Uint8Array<ArrayBuffer>;
}

export interface FoundPixels {
  readonly bounds: Rect;
  readonly pixels: number;
  /** Wire format of `shared/mask/mask-tiles.ts`. */
  readonly tiles: Uint8Array<ArrayBuffer>;
  readonly outlines: readonly (readonly number[])[];
}

export interface FoundObject extends FoundPixels {
  readonly by: SelectedObject['by'];
  /** The outline is no edge of the picture, or was found without the model. */
  readonly isDoubtful: boolean;
}

export interface FoundLine extends FoundPixels {
  readonly path: readonly (Point & { readonly width: number })[];
}

export interface FoundSpot {
  readonly bounds: Rect;
  readonly outline: readonly number[];
  readonly strength: number;
}

export interface SelectionWork {
  /** Loads the picture, and optionally the object tool's library. */
  readonly hold: { readonly order: { readonly forObject: boolean }; readonly answer: null };
  readonly object: {
    readonly order: Pick<ObjectRequest, 'gesture' | 'strokes' | 'withShadow' | 'pass'> & {
      readonly photo: Size;
      /** The model's answer; missing if it is not running. */
      readonly seen?: (SeenObject & { readonly isUnsure: boolean }) | undefined;
      readonly view?: Rect;
    };
    readonly answer: FoundObject;
  };
  /** Scales a part of the picture to `longest`. */
  readonly part: {
    readonly order: { readonly rect: Rect; readonly longest: number };
    readonly answer: Size & { readonly rgb: Uint8Array<ArrayBuffer> };
  };
  readonly line: {
    readonly order: { readonly points: readonly Point[]; readonly width: number | undefined };
    readonly answer: FoundLine;
  };
  readonly wand: {
    readonly order: {
      readonly point: Point;
      readonly tolerance: number;
      readonly isContiguous: boolean;
    };
    readonly answer: FoundPixels;
  };
  readonly spots: {
    readonly order: { readonly sensitivity: number };
    readonly answer: { readonly spots: readonly FoundSpot[]; readonly isCut: boolean };
  };
  readonly spotsView: {
    readonly order: { readonly sensitivity: number };
    /** One byte a pixel of the picture. */
    readonly answer: Size & { readonly grey: Uint8Array<ArrayBuffer> };
  };
}

export type WorkKind = keyof SelectionWork;

/** The thread keeps the last picture, so known keys are sent without pixels. */
export type OrderMessage = {
  readonly [Kind in WorkKind]: {
    readonly id: number;
    readonly kind: Kind;
    readonly order: SelectionWork[Kind]['order'];
    readonly picture: HeldPicture | { readonly key: string };
  };
}[WorkKind];

/** Passed to the thread at its start. */
export interface ThreadData {
  /** Id of the newest request in shared memory, checked between steps. */
  readonly newest: Int32Array;
  readonly openCv: string | undefined;
}

/** Why there is no answer. */
export type SelectionRefusal =
  | { readonly reason: 'superseded' }
  | { readonly reason: 'not-loaded'; readonly message: string }
  | { readonly reason: 'failed'; readonly message: string };

export type SelectionAnswer =
  | { readonly id: number; readonly answer: SelectionWork[WorkKind]['answer'] }
  | { readonly id: number; readonly refusal: SelectionRefusal };
