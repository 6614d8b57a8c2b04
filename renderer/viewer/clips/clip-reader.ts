import { BufferSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import type { ByteLimits, ClipFailure, ClipHead } from './clip-protocol.ts';
import type { CopiedFrame } from './frame-copy.ts';

export interface ClipBytes {
  readonly data: ArrayBuffer;
  readonly mediaType: string;
}

export interface FrameSink {
  /** Called once, before the frames. */
  head(head: ClipHead): void;
  frame(index: number, frame: CopiedFrame): void;
  /** The frame is not wanted, or is here from an earlier try. */
  isEnough(index: number): boolean;
  isComplete(): boolean;
}

/** Leaves no decoder open. @throws ClipError; the signal's reason */
export type ClipReader = (
  file: ClipBytes,
  limits: ByteLimits,
  sink: FrameSink,
  signal: AbortSignal,
) => Promise<{ readonly times: readonly number[]; readonly isCut: boolean }>;

/** In memory, so reads do not wait. */
export function inputOf({ data }: ClipBytes): Input {
  return new Input({ source: new BufferSource(data), formats: [MP4, QTFF, WEBM, MATROSKA] });
}

export class ClipError extends Error {
  readonly failure: ClipFailure;

  constructor(failure: ClipFailure, reason: string) {
    super(reason);
    this.name = 'ClipError';
    this.failure = failure;
  }
}
