/** The two forms of an answer: whole, or sent while it is being made. */

/** An answer that is sent as a whole. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One event of a streamed answer, before it becomes text. */
export interface StreamFrame {
  /** A part of the answer, the usage at its end, or the end itself. */
  readonly kind: 'chunk' | 'usage' | 'done';
  /** The text after `data:`: JSON on one line, or `[DONE]`. */
  readonly data: string;
}

/** An answer that is sent while it is being made, as data-only server-sent events. */
export interface StreamedAnswer {
  readonly status: 200;
  /** Frames that are ready at the same time come as one batch and are written together. */
  readonly batches: AsyncIterable<readonly StreamFrame[]>;
}

/** An answer with a JSON body. */
export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}
