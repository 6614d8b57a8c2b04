/** One grey picture of 48 × 32 pixels in files (ISO/IEC 23008-12), as nothing here encodes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface HeicOptions {
  /**
   * `ramp`: 20 + 4x + y of 255, unless given; `deep`: 300 + 2x + y of 1023, 10 bits; `mask`: 250 in the left
   * third above the middle, else 4. `camera` is the ramp with a camera’s data (“Camera 7”, orientation 6) and
   * three turns; `profile` is the ramp with the profile Display P3.
   */
  readonly picture?: 'ramp' | 'deep' | 'mask' | 'camera' | 'profile';
  /** Quarter turns against the clock. */
  readonly turns?: 0 | 1 | 2 | 3;
  /** Primaries and transfer function, numbers of ITU-T H.273; those of sRGB unless given. */
  readonly code?: readonly [number, number];
}

export function heicFile({ picture = 'ramp', turns, code }: HeicOptions = {}): Buffer {
  const file = readFileSync(join(import.meta.dirname, 'heic', `${picture}.heic`));
  if (turns !== undefined) file.writeUInt8(turns, file.indexOf('irot') + 4);
  const colours = file.indexOf('nclx') + 4;
  if (code !== undefined) file.writeUInt16BE(code[0], colours);
  if (code !== undefined) file.writeUInt16BE(code[1], colours + 2);
  return file;
}
