/** Messages between the window and its clip worker. */
import type { Size } from '../../../shared/geometry/rect.ts';

/** A frame that is kept: pixels ready to be drawn, or the smaller planes of a film (4:2:0). */
export type KeptPicture = ImageBitmap | VideoFrame;

/** Bytes that a clip may use. */
export interface ByteLimits {
  /** A clip that is no larger as pixels is kept so: drawing those is three times as fast. */
  readonly asPixels: number;
  /** Above it, a clip is not kept at all. */
  readonly most: number;
}

/** Please decode all frames of a file. */
export interface DecodeRequest {
  readonly type: 'decode';
  readonly id: number;
  /** Absolute address. */
  readonly url: string;
  readonly mediaType: string;
  readonly limits: ByteLimits;
}

/** Please make a small still of a file. */
export interface PosterRequest {
  readonly type: 'poster';
  readonly id: number;
  readonly url: string;
  readonly mediaType: string;
  /** Of its longer side, pixels. */
  readonly longerSide: number;
}

/** Sound, decoded. */
export interface Sound {
  /** One for each channel, equally long; numbers from −1 to 1. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  /** Hz */
  readonly sampleRate: number;
}

/** Please decode the sound of a film. */
export interface SoundRequest {
  readonly type: 'sound';
  readonly id: number;
  readonly url: string;
  readonly mediaType: string;
  /** Where the first frame begins, seconds in the container. */
  readonly start: number;
  /** Of the frames, ms: the sound is made as long. */
  readonly length: number;
}

/** Please write frames as a film. Frames come one by one and belong to the worker. */
export interface FilmRequest {
  readonly type: 'film';
  readonly id: number;
  readonly size: Size;
  /** In their order, with their lengths in ms. */
  readonly frames: readonly { readonly picture: KeptPicture; readonly duration: number }[];
  /** From the beginning of the first frame. */
  readonly sound: Sound | undefined;
}

/** The answer is no longer wanted. */
export interface CancelRequest {
  readonly type: 'cancel';
  readonly id: number;
}

export type ClipRequest =
  | DecodeRequest
  | PosterRequest
  | SoundRequest
  | FilmRequest
  | CancelRequest;

/** The facts of a clip before its frames. */
export interface ClipHead {
  /** As shown: rotated, pixels square. */
  readonly size: Size;
  readonly frameCount: number;
  /** See `shared/clips/frame-times.ts`; of an animated picture only known at its end. */
  readonly times: readonly number[] | undefined;
  readonly hasAudio: boolean;
  /** Where the first frame begins, seconds in the container. */
  readonly start: number;
}

export interface HeadAnswer {
  readonly type: 'head';
  readonly id: number;
  readonly head: ClipHead;
}

export interface FrameAnswer {
  readonly type: 'frame';
  readonly id: number;
  readonly index: number;
  readonly picture: KeptPicture;
  readonly byteLength: number;
}

/** All frames that could be read have been sent, and no decoder is left. */
export interface DoneAnswer {
  readonly type: 'done';
  readonly id: number;
  /** Times of the frames that came. */
  readonly times: readonly number[];
  /** The end of the file is missing. */
  readonly isCut: boolean;
}

export interface BlobAnswer {
  readonly type: 'blob';
  readonly id: number;
  readonly blob: Blob;
}

export interface SoundAnswer {
  readonly type: 'sound';
  readonly id: number;
  readonly sound: Sound;
}

/**
 * `fetch`: the bytes could not be had; `unsupported`: this browser cannot decode it; `damaged`: not one
 * frame could be read, or no sound; `too-large`: it needs more memory than they may use.
 */
export type ClipFailure = 'fetch' | 'unsupported' | 'damaged' | 'too-large';

export interface FailedAnswer {
  readonly type: 'failed';
  readonly id: number;
  readonly failure: ClipFailure;
  readonly reason: string;
}

/** The worker takes up an order, is at work on one, or has come to an end with it, cancelled or not. */
export interface SignAnswer {
  readonly type: 'begun' | 'alive' | 'ended';
  readonly id: number;
}

export type ClipAnswer =
  | SignAnswer
  | HeadAnswer
  | FrameAnswer
  | DoneAnswer
  | BlobAnswer
  | SoundAnswer
  | FailedAnswer;
