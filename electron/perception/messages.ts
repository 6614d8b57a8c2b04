/** The orders of the process that finds things in pictures, and its answers. */
import type { Point, Rect, Size } from '../../shared/geometry/rect.ts';

/** A picture as a model gets it. */
export interface Picture extends Size {
  /** RGB, 8 bits, row by row. */
  readonly rgb: Uint8Array;
}

/** What is known of an object, in pixels of the picture. One of the two at least. */
export interface ObjectPrompt {
  /** A box around it. */
  readonly box?: Rect | undefined;
  /** Points on it, and points beside it. */
  readonly points?: readonly (Point & { readonly isOn: boolean })[] | undefined;
}

/** One answer of the model to a prompt. */
export interface Reading {
  /** Logits, row by row; above 0 is on the object. */
  readonly logits: Float32Array;
  /** Overlap with the true outline that the model expects, 0 to 1. */
  readonly score: number;
}

/** Several answers to one prompt: a click can mean a part, the thing, or the thing with what it stands on. */
export interface Segmentation extends Size {
  /** Pixels of the readings for one of the picture. */
  readonly scale: number;
  /** As the model orders them: the first for prompts of several points or a box, then three sizes. */
  readonly readings: readonly Reading[];
}

/** A line of text: a turned rectangle. */
export interface TextLine {
  /** Corners, clockwise, in pixels of the picture. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** Mean probability of text within it, 0 to 1. */
  readonly score: number;
}

/** A face. */
export interface Face {
  /** Pixels of the picture; from the brows to the chin. */
  readonly box: Rect;
  readonly score: number;
  /** Right eye, left eye, tip of the nose, mouth, right ear, left ear (of the person). */
  readonly points: readonly Point[];
}

/** The models that are loaded when they are first used. */
export type ModelName = 'objects' | 'text' | 'faces';

/** Every work with its order and its answer. */
export interface PerceptionWork {
  /** Loads models, so that the next order starts at once. */
  readonly load: { readonly order: { readonly model: ModelName }; readonly answer: null };
  /**
   * Reads a picture for `segment`; the last few stay under their keys. Its longer side has 1024 pixels; `size`
   * is that of the picture it was made of, in whose pixels prompts are.
   */
  readonly embed: {
    readonly order: { readonly key: string; readonly picture: Picture; readonly size: Size };
    readonly answer: null;
  };
  /** `null`: the picture of this key is not held. */
  readonly segment: {
    readonly order: { readonly key: string; readonly prompt: ObjectPrompt };
    readonly answer: Segmentation | null;
  };
  readonly text: {
    readonly order: { readonly picture: Picture };
    readonly answer: readonly TextLine[];
  };
  readonly faces: {
    readonly order: { readonly picture: Picture };
    readonly answer: readonly Face[];
  };
}

export type PerceptionKind = keyof PerceptionWork;

/** From the backend. Orders are carried out one after another. */
export type PerceptionOrder = {
  readonly [Kind in PerceptionKind]: {
    readonly id: number;
    readonly kind: Kind;
    readonly order: PerceptionWork[Kind]['order'];
  };
}[PerceptionKind];

/** Why an order has no answer. */
export interface PerceptionRefusal {
  /** `not-loaded`: a model or a library is missing, damaged, or does not run on this computer. */
  readonly reason: 'not-loaded' | 'failed';
  readonly message: string;
}

/** To the backend. */
export type PerceptionAnswer =
  | { readonly id: number; readonly answer: PerceptionWork[PerceptionKind]['answer'] }
  | { readonly id: number; readonly refusal: PerceptionRefusal };
