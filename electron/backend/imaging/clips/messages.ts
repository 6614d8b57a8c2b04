/** The orders of the thread that measures films, and its answers. */

/** Measures of a clip, by its container alone. */
export interface ClipFacts {
  /** Pixels as shown: rotated as the file asks for, pixels square. */
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  /** Beginnings of all frames and the end of the last one: `frameCount` + 1 values in ms, from 0. */
  readonly frameTimes: readonly number[];
  /** As RFC 6381 names it (`avc1.42C01F`), `gif`, `webp`, or the container's own name. */
  readonly codec: string;
  readonly hasAudio: boolean;
}

/** Please measure a film. */
export interface MeasureOrder {
  readonly id: number;
  /** Absolute. */
  readonly path: string;
}

/**
 * What was found in a film: its facts; `too-long` where it has more frames than are indexed; `unreadable`
 * where it is cut, damaged, or of another kind than its first bytes say.
 */
export type FilmFinding = ClipFacts | 'too-long' | 'unreadable';

export interface MeasureAnswer {
  readonly id: number;
  readonly finding: FilmFinding;
}
