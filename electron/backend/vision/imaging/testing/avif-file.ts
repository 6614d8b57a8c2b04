/** Kept as files, as no encoder here writes these (ISO/IEC 23008-12, 6.5); `aperture` shows 30 × 20 from (8, 4). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function avifFile(
  name: 'plain' | 'turned' | 'mirrored' | 'aperture',
  change: {
    /** Quarter turns against the clock. */
    readonly turns?: number;
    /** 0: top and bottom change places, 1: left and right. */
    readonly axis?: 0 | 1;
    /** Primaries and transfer function, numbers of ITU-T H.273. */
    readonly code?: readonly [number, number];
  } = {},
): Buffer {
  const file = readFileSync(join(import.meta.dirname, 'avif', `${name}.avif`));
  const { turns, axis, code } = change;
  if (turns !== undefined) file.writeUInt8(turns, file.indexOf('irot') + 4);
  if (axis !== undefined) file.writeUInt8(axis, file.indexOf('imir') + 4);
  for (const [index, number] of (code ?? []).entries()) {
    file.writeUInt16BE(number, file.indexOf('nclx') + 4 + 2 * index);
  }
  return file;
}
