/** The common part of the readers of films and of animated pictures. */
import type { ByteLimits, ClipFailure, ClipHead } from './clip-protocol.ts';
import type { CopiedFrame } from './frame-copy.ts';

/** A whole file. */
export interface ClipBytes {
  readonly data: ArrayBuffer;
  readonly mediaType: string;
}

/** Takes the frames of a clip as they are decoded. */
export interface FrameSink {
  /** Called once, before the frames. */
  head(head: ClipHead): void;
  frame(index: number, frame: CopiedFrame): void;
  /** This frame is not wanted, or is here from an earlier try. */
  isEnough(index: number): boolean;
  /** No more frames are wanted. */
  isComplete(): boolean;
}

/**
 * Reads a file from its beginning; no decoder is left open.
 *
 * @throws ClipError; the signal's reason
 */
export type ClipReader = (
  file: ClipBytes,
  limits: ByteLimits,
  sink: FrameSink,
  signal: AbortSignal,
) => Promise<{ readonly times: readonly number[]; readonly isCut: boolean }>;

/** A clip cannot be read. */
export class ClipError extends Error {
  readonly failure: ClipFailure;

  constructor(failure: ClipFailure, reason: string) {
    super(reason);
    this.name = 'ClipError';
    this.failure = failure;
  }
}
