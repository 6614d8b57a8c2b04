/** Messages of the detection process. */
import type { Point, Rect, Size } from '../../shared/geometry/rect.ts';

export interface Picture extends Size {
  /** RGB, 8 bits. */
  readonly rgb: Uint8Array;
}

/** At least one of both, in pixels of the picture. */
export interface ObjectPrompt {
  readonly box?: Rect | undefined;
  /** Points on the object, and points outside. */
  readonly points?: readonly (Point & { readonly isOn: boolean })[] | undefined;
}

/** A candidate mask. */
export interface FoundCandidate {
  /** Logits, row by row; positive is on the object. */
  readonly logits: Float32Array;
  /** Predicted overlap with the true outline, 0 to 1. */
  readonly score: number;
}

/** A click can mean a part, the object, or the object with what it stands on. */
export interface Segmentation extends Size {
  /** Candidate pixels per picture pixel. */
  readonly scale: number;
  /** In model order: the first is for several points or a box, then three sizes. */
  readonly readings: readonly FoundCandidate[];
}

export interface TextLine {
  /** Clockwise, in pixels of the picture. */
  readonly corners: readonly [Point, Point, Point, Point];
  /** Mean text probability, 0 to 1. */
  readonly score: number;
}

export interface Face {
  /** Pixels of the picture; brows to chin. */
  readonly box: Rect;
  readonly score: number;
  /** Right eye, left eye, nose, mouth, right ear, left ear (of the person). */
  readonly points: readonly Point[];
}

export type ModelName = 'objects' | 'text' | 'faces';

export interface PerceptionWork {
  readonly load: { readonly order: { readonly model: ModelName }; readonly answer: null };
  /** Keeps the last few. Prompts are in pixels of `size`; the picture's longer side has 1024. */
  readonly embed: {
    readonly order: { readonly key: string; readonly picture: Picture; readonly size: Size };
    readonly answer: null;
  };
  /** `null`: the picture is no longer embedded. */
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

/** From the backend; handled one by one. */
export type PerceptionOrder = {
  readonly [Kind in PerceptionKind]: {
    readonly id: number;
    readonly kind: Kind;
    readonly order: PerceptionWork[Kind]['order'];
  };
}[PerceptionKind];

/** Why there is no answer. */
export interface PerceptionRefusal {
  /** `not-loaded`: a model or library is missing, damaged, or unsupported on this computer. */
  readonly reason: 'not-loaded' | 'failed';
  readonly message: string;
}

export type PerceptionAnswer =
  | { readonly id: number; readonly answer: PerceptionWork[PerceptionKind]['answer'] }
  | { readonly id: number; readonly refusal: PerceptionRefusal };
