/** The messages between the HTTP thread and the picture workers. */
import type { Refusal } from '../errors.ts';
import type { UpscaleOrder } from '../upscale/order.ts';
import type { VideoOrder } from '../video/order.ts';

/** A call that is answered in the same response, as the HTTP thread received it. */
export interface SynchronousCall {
  /** The raw JSON body; transferred. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Only read and record the call; a fault answers it. */
  readonly inspectOnly: boolean;
  /** Equal calls before it: a clean-up is another one each time. */
  readonly repeat?: number;
}

/** A call for a video. */
export interface ReadVideoCall extends SynchronousCall {
  /** The seed for a call that asks for a random one. */
  readonly seedOtherwise: number;
}

/** A whole call; its result is the bytes of the JSON answer, and empty after `inspectOnly`. */
interface SynchronousWork {
  readonly request: SynchronousCall;
  readonly result: Uint8Array<ArrayBuffer>;
}

/** All picture work: the request and the result of each kind. */
export interface PictureWork {
  readonly cleanup: SynchronousWork;
  readonly 'remove-text': SynchronousWork;
  readonly 'merge-face': SynchronousWork;
  readonly 'read-upscale': { readonly request: SynchronousCall; readonly result: UpscaleOrder };
  /** A PNG. */
  readonly upscale: { readonly request: UpscaleOrder; readonly result: Uint8Array<ArrayBuffer> };
  readonly 'read-video': { readonly request: ReadVideoCall; readonly result: VideoOrder };
  /** An mp4 or a GIF. */
  readonly video: { readonly request: VideoOrder; readonly result: Uint8Array<ArrayBuffer> };
}

/** How a picture worker works; the same for all of its work. */
export interface PictureWorkerOptions {
  /** Holes get the colours of their rim, smoothly, and no texture; text is looked for in a small copy. */
  readonly isQuick: boolean;
  /** Folder of the models that find text, see `electron/perception/models.ts`. */
  readonly models: string;
}

/** The names of the kinds. */
export type PictureWorkKind = keyof PictureWork;

/** One piece of work for a picture worker. */
export type WorkRequest = {
  readonly [Kind in PictureWorkKind]: {
    readonly kind: Kind;
    readonly request: PictureWork[Kind]['request'];
  };
}[PictureWorkKind];

/** Pictures of a call by name, such as `image` and `mask`: the exact bytes that were sent. */
export type SentFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

/** The content of a call, sent before the work begins. */
export interface Inspected {
  /** Shown in the request log: parameters and headers of pictures, never their bytes. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly files: SentFiles;
}

/** Tells the HTTP thread the content of a call. The bytes are handed over. */
export type Report = (inspected: Inspected) => void;

/** The messages of a picture worker, in this order: at most one `inspected`, then one of the others. */
export type WorkMessage =
  | { readonly kind: 'inspected'; readonly inspected: Inspected }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly message: string };
