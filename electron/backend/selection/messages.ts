/** The orders of the thread that selects, and its answers. */
import type { ObjectRequest, SelectedObject } from '../../../shared/contract/selection.ts';
import type { Point, Rect, Size } from '../../../shared/geometry/rect.ts';
import type { SeenObject } from './seen-object.ts';

/** A part of a photo as it is worked on. */
export interface HeldPicture extends Size {
  /** Names the photo with its results and the part. */
  readonly key: string;
  /** The part, photo space; it may have more pixels than the picture. */
  readonly rect: Rect;
  /** RGB, 8 bits. */
  readonly rgb: Uint8Array<ArrayBuffer>;
}

/** Selected pixels of a photo. */
export interface FoundPixels {
  readonly bounds: Rect;
  readonly pixels: number;
  /** Wire form of `shared/mask/mask-tiles.ts`. */
  readonly tiles: Uint8Array<ArrayBuffer>;
  readonly outlines: readonly (readonly number[])[];
}

/** An object, and what its outline was found by. */
export interface FoundObject extends FoundPixels {
  readonly by: SelectedObject['by'];
  /** The outline is no edge of the picture, or was found without the model. */
  readonly isDoubtful: boolean;
}

/** A pixel line as it was followed: points with the width there. */
export interface FoundLine extends FoundPixels {
  readonly path: readonly (Point & { readonly width: number })[];
}

export interface FoundSpot {
  readonly bounds: Rect;
  readonly outline: readonly number[];
  readonly strength: number;
}

/** Every work with its order and its answer. Points are in photo space. */
export interface SelectionWork {
  /** Nothing but the picture, and the library of the object tool where it is wanted. */
  readonly hold: { readonly order: { readonly forObject: boolean }; readonly answer: null };
  readonly object: {
    readonly order: Pick<ObjectRequest, 'gesture' | 'strokes' | 'withShadow' | 'pass'> & {
      readonly photo: Size;
      /** What the model has seen; missing where it does not run. */
      readonly seen?: (SeenObject & { readonly isUnsure: boolean }) | undefined;
      /** The outline alone is wanted, for a view of this part of the photo. */
      readonly view?: Rect;
    };
    readonly answer: FoundObject;
  };
  /** A part of the held picture, its longer side made as long as `longest` says. */
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

/** An order with its picture. The thread keeps the last picture; one with a known key comes without pixels. */
export type OrderMessage = {
  readonly [Kind in WorkKind]: {
    readonly id: number;
    readonly kind: Kind;
    readonly order: SelectionWork[Kind]['order'];
    readonly picture: HeldPicture | { readonly key: string };
  };
}[WorkKind];

/** Given to the thread when it starts. */
export interface ThreadData {
  /** The id of the newest order: the thread looks at it between its steps. Shared memory. */
  readonly newest: Int32Array;
  /** Where OpenCV is, unless it is in its own place. */
  readonly openCv: string | undefined;
}

/** Why a work has no answer. */
export type Refusal =
  /** A newer order came. */
  | { readonly reason: 'superseded' }
  /** The library of the object tool cannot be loaded. */
  | { readonly reason: 'not-loaded'; readonly message: string }
  | { readonly reason: 'failed'; readonly message: string };

export type AnswerMessage =
  | { readonly id: number; readonly answer: SelectionWork[WorkKind]['answer'] }
  | { readonly id: number; readonly refusal: Refusal };
