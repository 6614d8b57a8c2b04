import type { Size } from '../../../../shared/geometry/rect.ts';

/** Decodes a picture, and fetches it first if only its absolute URL is known. */
export interface OpenRequest {
  readonly type: 'open';
  readonly id: number;
  readonly source: string | Blob;
  /** Expected size, oriented; `undefined` if unknown. */
  readonly size: Size | undefined;
  readonly stagePixels: Size;
}

export type DecodeRequest = OpenRequest | { readonly type: 'cancel'; readonly id: number };

interface LevelAnswer {
  readonly type: 'level';
  readonly id: number;
  readonly level: number;
  readonly bitmap: ImageBitmap;
  /** Pixels of level 0, decoded and oriented. For a quick version, the expected size. */
  readonly width: number;
  readonly height: number;
  /** False if there may be transparent pixels. */
  readonly opaque: boolean;
}

/** `fetch`: not downloaded. `decode`: not a picture, or not of the expected size. */
export interface FailedAnswer {
  readonly type: 'failed';
  readonly id: number;
  readonly stage: 'fetch' | 'decode';
  readonly reason: string;
}

export type DecodeAnswer =
  | LevelAnswer
  | FailedAnswer
  | { readonly type: 'done'; readonly id: number };
