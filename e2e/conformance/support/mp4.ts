/** An mp4 file as its specification describes it (ISO/IEC 14496-12, H.264 in it: 14496-15). */

/** What the checks ask of a video. */
export interface Video {
  /** Four characters that say what the file is, such as `isom`. */
  readonly brand: string;
  readonly tracks: number;
  /** Of the sample description, such as `avc1`. */
  readonly codec: string;
  /** H.264 profile: 66 baseline, 77 main, 100 high. */
  readonly profile: number;
  readonly width: number;
  readonly height: number;
  /** Seconds by the movie header and by the frames' own durations. */
  readonly seconds: number;
  readonly frameSeconds: readonly number[];
  /** The bytes of each frame, in order. */
  readonly frames: readonly Buffer[];
  /** Frames, counted from 0, at which a player may begin; all of them when the file names none. */
  readonly entryPoints: readonly number[];
  /** For each frame, the types of the units that it is made of (5: complete picture). */
  readonly unitTypes: readonly (readonly number[])[];
}

/**
 * Reads a file with one video track.
 *
 * @throws Error when a box is missing or a frame does not lie in the file
 */
export function readVideo(file: Buffer): Video {
  const movie = box(file, 'moov');
  const tracks = boxes(movie).filter(({ type }) => type === 'trak');
  const media = box(tracks[0]?.content ?? Buffer.alloc(0), 'mdia');
  const table = box(box(media, 'minf'), 'stbl');
  const mediaScale = box(media, 'mdhd').readUInt32BE(12);
  const header = box(movie, 'mvhd');
  // 8 bytes: version, flags and count
  const [entry] = boxes(box(table, 'stsd').subarray(8));
  if (entry === undefined) throw new Error('There is no sample description.');
  // 78 bytes: the fixed part of a visual sample entry
  const configuration = box(entry.content.subarray(78), 'avcC');
  const frames = framesOf(file, table);
  const lengthBytes = (configuration.readUInt8(4) & 3) + 1;
  return {
    brand: box(file, 'ftyp').toString('latin1', 0, 4),
    tracks: tracks.length,
    codec: entry.type,
    profile: configuration.readUInt8(1),
    width: entry.content.readUInt16BE(24),
    height: entry.content.readUInt16BE(26),
    seconds: header.readUInt32BE(16) / header.readUInt32BE(12),
    frameSeconds: runs(box(table, 'stts')).map((ticks) => ticks / mediaScale),
    frames,
    entryPoints: entryPoints(table, frames.length),
    unitTypes: frames.map((frame) => unitTypes(frame, lengthBytes)),
  };
}

interface Box {
  readonly type: string;
  readonly content: Buffer;
}

function boxes(bytes: Buffer): readonly Box[] {
  const found: Box[] = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Error(`A box at ${at} has ${size} bytes.`);
    found.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + size),
    });
    at += size;
  }
  return found;
}

function box(bytes: Buffer, type: string): Buffer {
  const found = boxes(bytes).find((each) => each.type === type);
  if (found === undefined) throw new Error(`There is no box "${type}".`);
  return found.content;
}

/** The table of sync samples; "if it is not present, every sample is a sync sample" (8.6.2.1). */
function entryPoints(table: Buffer, count: number): readonly number[] {
  const named = boxes(table).find(({ type }) => type === 'stss')?.content;
  if (named === undefined) return Array.from({ length: count }, (_none, index) => index);
  const length = named.readUInt32BE(4);
  return Array.from({ length }, (_none, entry) => named.readUInt32BE(8 + 4 * entry) - 1);
}

/** The value of each sample from a table of runs (`stts`). */
function runs(table: Buffer): readonly number[] {
  const values: number[] = [];
  for (let entry = 0; entry < table.readUInt32BE(4); entry += 1) {
    const count = table.readUInt32BE(8 + 8 * entry);
    for (let each = 0; each < count; each += 1) values.push(table.readUInt32BE(12 + 8 * entry));
  }
  return values;
}

/** Cuts the frames out of the file by the sizes, chunks and offsets of the sample table. */
function framesOf(file: Buffer, table: Buffer): readonly Buffer[] {
  const sizes = box(table, 'stsz');
  const common = sizes.readUInt32BE(4);
  const count = sizes.readUInt32BE(8);
  const chunks = box(table, 'stsc');
  const offsets = box(table, 'stco');
  const frames: Buffer[] = [];
  for (let chunk = 0; chunk < offsets.readUInt32BE(4); chunk += 1) {
    let at = offsets.readUInt32BE(8 + 4 * chunk);
    for (let left = samplesInChunk(chunks, chunk); left > 0; left -= 1) {
      const size = common === 0 ? sizes.readUInt32BE(12 + 4 * frames.length) : common;
      if (at + size > file.length) throw new Error(`Frame ${frames.length} ends after the file.`);
      frames.push(file.subarray(at, at + size));
      at += size;
    }
  }
  if (frames.length !== count) throw new Error(`${frames.length} of ${count} frames have a place.`);
  return frames;
}

/** Samples of a chunk (counted from 0) by `stsc`, whose entries hold from a chunk on. */
function samplesInChunk(chunks: Buffer, chunk: number): number {
  let samples = 0;
  for (let entry = 0; entry < chunks.readUInt32BE(4); entry += 1) {
    if (chunks.readUInt32BE(8 + 12 * entry) > chunk + 1) break;
    samples = chunks.readUInt32BE(12 + 12 * entry);
  }
  return samples;
}

/** Types of the units of a frame; each is preceded by its length. */
function unitTypes(frame: Buffer, lengthBytes: number): readonly number[] {
  const types: number[] = [];
  for (let at = 0; at < frame.length;) {
    const length = frame.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (length === 0 || at + length > frame.length) throw new Error('A unit ends after its frame.');
    types.push(frame.readUInt8(at) & 31);
    at += length;
  }
  return types;
}
