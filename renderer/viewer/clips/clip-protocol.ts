import type { Size } from '../../../shared/geometry/rect.ts';

/** Pixels ready to be drawn, or the smaller planes of a film (4:2:0). */
export type KeptPicture = ImageBitmap | VideoFrame;

export interface ByteLimits {
  /** Up to this a clip is kept as pixels, which draw three times as fast. */
  readonly asPixels: number;
  /** Above this a clip is not kept at all. */
  readonly most: number;
}

export interface ClipDecodeRequest {
  readonly type: 'decode';
  readonly id: number;
  /** Absolute. */
  readonly url: string;
  readonly mediaType: string;
  readonly limits: ByteLimits;
}

export interface PosterRequest {
  readonly type: 'poster';
  readonly id: number;
  readonly url: string;
  readonly mediaType: string;
  /** Pixels of the longer side. */
  readonly longerSide: number;
}

export interface Sound {
  /** One for each channel, equally long; from −1 to 1. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  /** Hz */
  readonly sampleRate: number;
}

export interface SoundRequest {
  readonly type: 'sound';
  readonly id: number;
  readonly url: string;
  readonly mediaType: string;
  /** Where the first frame begins, seconds in the container. */
  readonly start: number;
  /** Of the frames, ms; the sound is padded or cut to it. */
  readonly length: number;
}

/** Frames come one by one and belong to the worker. */
export interface FilmRequest {
  readonly type: 'film';
  readonly id: number;
  readonly size: Size;
  /** In their order; durations in ms. */
  readonly frames: readonly { readonly picture: KeptPicture; readonly duration: number }[];
  readonly sound: Sound | undefined;
}

export interface ClipCancelRequest {
  readonly type: 'cancel';
  readonly id: number;
}

export type ClipRequest =
  | ClipDecodeRequest
  | PosterRequest
  | SoundRequest
  | FilmRequest
  | ClipCancelRequest;

export interface ClipHead {
  /** As shown: rotated, with square pixels. */
  readonly size: Size;
  readonly frameCount: number;
  /** As in `shared/clips/frame-times.ts`; for an animated picture known only at its end. */
  readonly times: readonly number[] | undefined;
  readonly hasAudio: boolean;
  readonly start: number;
}

/** `damaged`: no readable frame or sound; `too-large`: over the memory limit. */
export type ClipFailure = 'fetch' | 'unsupported' | 'damaged' | 'too-large';

export type ClipAnswer = { readonly id: number } &
  /** The worker starts, works on, or ends a request, cancelled or not. */
  (
    | { readonly type: 'begun' | 'alive' | 'ended' }
    | { readonly type: 'head'; readonly head: ClipHead }
    | {
        readonly type: 'frame';
        readonly index: number;
        readonly picture: KeptPicture;
        readonly byteLength: number;
      }
    /** All readable frames have been sent, and no decoder is left. Cut: the end of the file is missing. */
    | { readonly type: 'done'; readonly times: readonly number[]; readonly isCut: boolean }
    | { readonly type: 'blob'; readonly blob: Blob }
    | { readonly type: 'sound'; readonly sound: Sound }
    | { readonly type: 'failed'; readonly failure: ClipFailure; readonly reason: string }
  );
