import type { Size } from '../../../../shared/geometry/rect.ts';
import type { OutputDamage } from '../../../../shared/contract/jobs.ts';
import type { ClipSnapshot } from '../../../viewer/clips/clips.ts';
import type { ClipFailure } from '../../../viewer/clips/clip-protocol.ts';

const FAILURE_WORDS: Readonly<Record<ClipFailure, string>> = {
  fetch: 'This clip could not be loaded. Try again.',
  unsupported:
    'This clip uses a format that Gesso can’t play. Save it and open it in another program.',
  damaged: 'This clip is damaged or incomplete and can’t be played. You can still save the file.',
  'too-large': 'This clip is too long to be shown frame by frame.',
};

/**
 * @param codec as the container names it, e.g. "hvc1.1.6.L93.B0"; `undefined` if nothing could be
 * measured
 */
export function clipFailureWords(failure: ClipFailure, codec: string | undefined): string {
  if (failure === 'unsupported' && /^(?:hvc1|hev1|hevc)/u.test(codec ?? '')) {
    return 'This clip is HEVC (H.265), which this computer can’t play. Save it, or ask for MP4 (H.264).';
  }
  return FAILURE_WORDS[failure];
}

/** Longer side of a saved GIF, pixels: larger ones are slow everywhere. */
const GIF_SIDE = 720;

export function gifSize({ width, height }: Size): Size {
  const scale = Math.min(1, GIF_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Includes the size if the clip is larger. */
export function gifLabel(size: Size): string {
  const small = gifSize(size);
  if (small.width === size.width && small.height === size.height) return 'Save range as GIF…';
  return `Save range as GIF, ${small.width} × ${small.height} px…`;
}

/** Why a clip is left alone until the user asks for it. */
export const DAMAGE_WORDS: Readonly<Record<OutputDamage, string>> = {
  unreadable: FAILURE_WORDS.damaged,
  endless:
    'This clip is damaged: reading it never ended, so Gesso stopped. You can still save the file.',
  stopped:
    'Gesso stopped while it read this clip, so it no longer opens it automatically. You can still save the file.',
};

export function notesOf(
  { status, head, times }: ClipSnapshot,
  sound: { readonly kind: string; readonly isTooLong?: boolean },
): readonly string[] {
  const notes: string[] = [];
  if (status.kind === 'ready' && status.isCut && head !== undefined) {
    notes.push(
      `The end of this file is missing: ${times.length - 1} of ${head.frameCount} frames.`,
    );
  }
  if (sound.kind === 'failed') {
    notes.push(
      sound.isTooLong === true
        ? 'The sound of this clip is too long to be played here. Save it to hear it.'
        : 'This computer can’t play the sound of this clip. Save it to hear it in another program.',
    );
  }
  return notes;
}

export function speedWords(speed: number): string {
  return `${Number(speed.toFixed(2))}×`;
}

/** Frames a second; `undefined` if their lengths vary. */
export function frameRate(times: readonly number[]): number | undefined {
  const count = times.length - 1;
  const length = times.at(-1) ?? 0;
  if (count < 1 || length <= 0) return undefined;
  const mean = length / count;
  const isEven = times.every((time, index) => Math.abs(time - index * mean) < mean / 4);
  return isEven ? 1000 / mean : undefined;
}
