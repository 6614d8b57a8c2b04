/** Taking the time of making out of an mp4 file, so that equal videos are equal files. */

/** Boxes that hold others on the way to the times. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia']);

/** Boxes that say when they were made: 8 bytes after version and flags (ISO/IEC 14496-12, 8.2.2). */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Takes the times of its making out of an mp4 file, in place, so that equal videos are equal files. */
export function removeMp4Times(file: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const visit = (from: number, to: number): void => {
    for (let at = from; at + 8 <= to;) {
      const size = view.getUint32(at);
      const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
      if (size < 8) return;
      if (CONTAINERS.has(type)) visit(at + 8, at + size);
      // Version 0: creation and modification have 4 bytes each.
      if (DATED.has(type)) file.fill(0, at + 12, at + 20);
      at += size;
    }
  };
  visit(0, file.byteLength);
}
