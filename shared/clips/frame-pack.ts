/** `GFP1`, then for each frame ms and byte count of its PNG (32-bit, big-endian), and the PNG. */

export interface PackedFrame {
  /** Whole milliseconds. */
  readonly delay: number;
  readonly png: Uint8Array;
}

const MARK = [0x47, 0x46, 0x50, 0x31];
const HEAD_BYTES = 8;

export function packFrames(frames: readonly PackedFrame[]): readonly Uint8Array<ArrayBuffer>[] {
  const parts = [new Uint8Array(MARK)];
  for (const { delay, png } of frames) {
    const head = new Uint8Array(HEAD_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(0, delay);
    view.setUint32(4, png.byteLength);
    parts.push(head, new Uint8Array(png));
  }
  return parts;
}

/** @throws TypeError if the body is no frame pack, is truncated, or has more than `most` frames */
export function unpackFrames(body: Uint8Array, most: number): readonly PackedFrame[] {
  if (!MARK.every((byte, index) => body[index] === byte)) throw new TypeError('no frames');
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const frames: PackedFrame[] = [];
  for (let at = MARK.length; at < body.byteLength;) {
    if (at + HEAD_BYTES > body.byteLength || frames.length === most) throw new TypeError('length');
    const byteLength = view.getUint32(at + 4);
    const start = at + HEAD_BYTES;
    if (start + byteLength > body.byteLength) throw new TypeError('cut');
    frames.push({ delay: view.getUint32(at), png: body.subarray(start, start + byteLength) });
    at = start + byteLength;
  }
  if (frames.length === 0) throw new TypeError('empty');
  return frames;
}
