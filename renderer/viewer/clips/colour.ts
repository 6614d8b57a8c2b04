/**
 * Gesso sets the colour space of each copied frame, so that no two ways of drawing guess
 * differently.
 */

/** Missing if the file names none. */
interface ColourTags {
  readonly matrix?: string | null | undefined;
  readonly primaries?: string | null | undefined;
  readonly transfer?: string | null | undefined;
  readonly fullRange?: boolean | null | undefined;
}

/** Chromium reads untagged H.264 of at least this many lines by BT.709 (`media/ffmpeg`). */
const FIRST_HD_LINE = 720;

/** Wide transfer functions are kept; others are shown as the screen's own. */
const WIDE_TRANSFERS: ReadonlySet<string> = new Set(['pq', 'hlg', 'linear']);

/** Falls back to the guess of Chromium's player. @param height lines as coded */
export function colourSpaceOf(tags: ColourTags, height: number): VideoColorSpaceInit {
  const guess = height < FIRST_HD_LINE ? 'smpte170m' : 'bt709';
  const { matrix, primaries, transfer, fullRange } = tags;
  const isWide = WIDE_TRANSFERS.has(transfer ?? '');
  return {
    matrix: (matrix ?? guess) as VideoMatrixCoefficients,
    primaries: (primaries ?? 'bt709') as VideoColorPrimaries,
    transfer: (isWide ? transfer : 'iec61966-2-1') as VideoTransferCharacteristics,
    fullRange: fullRange ?? false,
  };
}
