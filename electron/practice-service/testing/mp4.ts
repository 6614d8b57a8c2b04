/** Reading the boxes of an mp4 file in tests. */

/** The facts that a test asks of an mp4 file (ISO/IEC 14496-12). */
export interface Mp4Facts {
  /** Types of the outermost boxes, in order. */
  readonly boxes: readonly string[];
  /** Seconds, by the movie header. */
  readonly seconds: number;
  /** Frames of the one track, by its sizes. */
  readonly frames: number;
  /** Seconds of each frame; one entry when all are equal. */
  readonly frameSeconds: readonly number[];
  /** Such as `avc1`. */
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** Bytes of all frames. */
  readonly frameBytes: number;
}

interface Box {
  readonly type: string;
  /** Content without the header of the box. */
  readonly content: Buffer;
}

/** Reads an mp4 file with one video track. @throws Error when a box is missing */
export function readMp4(file: Buffer): Mp4Facts {
  const outer = boxesOf(file);
  const track = ['trak', 'mdia'].reduce(inside, inside(file, 'moov'));
  const table = ['minf', 'stbl'].reduce(inside, track);
  const movie = inside(inside(file, 'moov'), 'mvhd');
  const media = inside(track, 'mdhd');
  const durations = inside(table, 'stts');
  const sizes = inside(table, 'stsz');
  // 8 bytes of version and count, 8 of the entry's header; the sample entry begins then.
  const [entry] = boxesOf(inside(table, 'stsd').subarray(8));
  if (entry === undefined) throw new Error('The track has no description.');
  const frames = sizes.readUInt32BE(8);
  return {
    boxes: outer.map(({ type }) => type),
    seconds: movie.readUInt32BE(16) / movie.readUInt32BE(12),
    frames,
    frameSeconds: Array.from(
      { length: durations.readUInt32BE(4) },
      (_none, at) => durations.readUInt32BE(12 + 8 * at) / media.readUInt32BE(12),
    ),
    codec: entry.type,
    width: entry.content.readUInt16BE(24),
    height: entry.content.readUInt16BE(26),
    frameBytes: Array.from({ length: frames }, (_none, at) =>
      sizes.readUInt32BE(12 + 4 * at),
    ).reduce((sum, size) => sum + size, 0),
  };
}

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Error('A box is larger than its place.');
    const type = bytes.toString('latin1', at + 4, at + 8);
    boxes.push({ type, content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  if (at !== bytes.length) throw new Error('There are bytes after the last box.');
  return boxes;
}

function inside(bytes: Buffer, type: string): Buffer {
  const box = boxesOf(bytes).find((each) => each.type === type);
  if (box === undefined) throw new Error(`There is no box ${type}.`);
  return box.content;
}
