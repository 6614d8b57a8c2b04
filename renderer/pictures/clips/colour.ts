/**
 * The colours of a clip: one rule for player, comparison, poster and saved frame. Every frame is a copy
 * whose colour space Gesso sets itself, so that no two ways of drawing can guess differently.
 */

/** The colours that a file names; missing where it names none. */
export interface ColourTags {
  readonly matrix?: string | null | undefined;
  readonly primaries?: string | null | undefined;
  readonly transfer?: string | null | undefined;
  readonly fullRange?: boolean | null | undefined;
}

/** Chromium reads untagged H.264 of at least this many lines by BT.709, below by BT.601 (`media/ffmpeg`). */
const FIRST_HD_LINE = 720;

/** Curves that a screen shows as its own, as all programs do; wide ranges keep theirs. */
const WIDE_TRANSFERS: ReadonlySet<string> = new Set(['pq', 'hlg', 'linear']);

/**
 * The colour space of a clip's frames: the file's own tags, and where it has none what Chromium's own
 * player would guess, by the number of lines. A portrait clip therefore may differ from a landscape one.
 *
 * @param height lines as coded
 */
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
