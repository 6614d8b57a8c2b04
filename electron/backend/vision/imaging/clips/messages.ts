export interface ClipFacts {
  /** Displayed pixels: rotated as stored, with square pixels. */
  readonly width: number;
  readonly height: number;
  readonly frameCount: number;
  /** Start of all frames and end of the last one: `frameCount` + 1 values in ms, from 0. */
  readonly frameTimes: readonly number[];
  /** RFC 6381 (`avc1.42C01F`), `gif`, `webp`, or the container's own name. */
  readonly codec: string;
  readonly hasAudio: boolean;
}

export interface MeasureOrder {
  readonly id: number;
  /** Absolute. */
  readonly path: string;
}

/** `too-long` above the indexed number of frames; `unreadable` also if mistyped. */
export type FilmFinding = ClipFacts | 'too-long' | 'unreadable';

export interface MeasureAnswer {
  readonly id: number;
  readonly finding: FilmFinding;
}
