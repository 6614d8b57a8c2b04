/** Messages between the canvas and its decoding worker. */
import type { Size } from '../../../../shared/geometry/rect.ts';

/** Please decode a picture, and fetch it before when only its address (absolute) is known. */
export interface OpenRequest {
  readonly type: 'open';
  readonly id: number;
  readonly source: string | Blob;
  /** Size it should have, oriented; `undefined` when that is not known yet. */
  readonly size: Size | undefined;
  /** Device pixels of the stage: the level that fills it is sent first. */
  readonly stagePixels: Size;
}

/** The picture is no longer wanted. */
export interface CancelRequest {
  readonly type: 'cancel';
  readonly id: number;
}

export type DecodeRequest = OpenRequest | CancelRequest;

/** One level of detail (see `levels.ts`), handed over. */
export interface LevelAnswer {
  readonly type: 'level';
  readonly id: number;
  readonly level: number;
  readonly bitmap: ImageBitmap;
  /** Size of level 0 in pixels, as decoded and oriented (of a quick version: as expected). */
  readonly width: number;
  readonly height: number;
  /** False when the picture may have transparent pixels. */
  readonly opaque: boolean;
}

/** All levels have been sent. */
export interface DoneAnswer {
  readonly type: 'done';
  readonly id: number;
}

/** `fetch`: the bytes could not be had; `decode`: they are no picture, or not one of the expected size. */
export interface FailedAnswer {
  readonly type: 'failed';
  readonly id: number;
  readonly stage: 'fetch' | 'decode';
  readonly reason: string;
}

export type DecodeAnswer = LevelAnswer | DoneAnswer | FailedAnswer;
