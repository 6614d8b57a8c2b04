/** A call on its way to a picture worker and back, and how its bytes are handed over. */

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

/** How a picture worker works; the same for all of its work. */
export interface PictureWorkerOptions {
  /** Holes get the colours of their rim, smoothly, and no texture; text is looked for in a small copy. */
  readonly isQuick: boolean;
  /** Folder of the models that find text and faces, see `electron/perception/model-files.ts`. */
  readonly models: string;
}

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

/**
 * The buffers that a message owns and hands over: those of its byte arrays, also one level down.
 *
 * @param message an object whose byte arrays have an `ArrayBuffer` of their own
 */
export function ownedBuffers(message: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of [message, ...Object.values(message)]) {
    for (const each of value instanceof Uint8Array ? [value] : valuesOf(value)) {
      if (each instanceof Uint8Array && each.buffer instanceof ArrayBuffer)
        buffers.add(each.buffer);
    }
  }
  return [...buffers];
}

/** Bytes that the caller owns alone; those of a native library cannot be transferred. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
