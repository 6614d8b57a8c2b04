/** Detects transactions lost from SQLite's WAL: by a sync program, fsck, or a lying disk. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Sizes in bytes, see https://sqlite.org/fileformat.html#the_write_ahead_log. */
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Call before SQLite opens the library, which may shorten the WAL.
 * @returns frames up to the last commit; `undefined` without a readable WAL
 */
export function committedFrames(path: string): number | undefined {
  const log = `${path}-wal`;
  if (!existsSync(log) || statSync(log).size < HEADER_BYTES) return undefined;
  const descriptor = openSync(log, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    readSync(descriptor, header, 0, HEADER_BYTES, 0);
    if (!isSound(header)) return undefined;
    const pageBytes = header.readUInt32BE(8);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    let committed = 0;
    for (let number = 1; ; number++) {
      const at = HEADER_BYTES + (number - 1) * (FRAME_HEADER_BYTES + pageBytes);
      const length = readSync(descriptor, frame, 0, FRAME_HEADER_BYTES, at);
      if (length < FRAME_HEADER_BYTES) return committed;
      // Frames from before a WAL reset have other salts.
      const isOfThisLog = frame.subarray(8, 16).equals(header.subarray(16, 24));
      if (isOfThisLog && frame.readUInt32BE(4) !== 0) committed = number;
    }
  } finally {
    closeSync(descriptor);
  }
}

export function readableFrames(database: DatabaseSync): number {
  const row = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
  return Math.max(0, Number(row?.['log'] ?? 0));
}

function isSound(header: Buffer): boolean {
  const magic = header.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return false;
  const word = (at: number) =>
    magic === 0x377f0683 ? header.readUInt32BE(at) : header.readUInt32LE(at);
  let [first, second] = [0, 0];
  for (let at = 0; at < 24; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return first === header.readUInt32BE(24) && second === header.readUInt32BE(28);
}
