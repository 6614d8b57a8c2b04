import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { packFrames, type PackedFrame } from '../../../../shared/clips/frame-pack.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { safeFileStem } from '../../../../shared/export/file-names.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import { importPicture, saveClipPart } from '../../../core/backend/media.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import type { Sound } from '../../../viewer/clips/clip-protocol.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { framePng, pngOf, type FrameNote } from '../../../viewer/clips/frame-files.ts';
import { createSequence, type FrameRange, type LoopMode } from '../../../viewer/clips/clock.ts';
import { partOfSound } from '../../../viewer/clips/sound-part.ts';
import { windowClips } from '../../../viewer/clips/window-clips.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { showScreen, unlessLeft } from '../../../core/screen/navigation.ts';
import { say } from '../../../core/ui/say.ts';
import { gifSize } from './clip-words.ts';

export interface ShownClip {
  readonly job: Job;
  readonly output: JobOutput;
  readonly clip: Clip;
  readonly size: Size;
  /** Of the clip, ms. */
  readonly times: readonly number[];
  /** As long as the frames; `undefined` if none can be played. */
  readonly sound: Sound | undefined;
}

/** Ms: a GIF counts in hundredths of a second. */
const GIF_TICK = 10;

/** Returns a PNG at full size, and a file name. */
export async function frameOf(
  shown: ShownClip,
  frame: number,
): Promise<{ readonly png: Blob; readonly name: string }> {
  const picture = requirePicture(shown, frame);
  const png = await framePng(picture, shown.size, noteOf(shown, frame));
  const { title } = shown.job;
  const number = frameNumber(frame, shown.times);
  return { png, name: `${safeFileStem(title, (stem) => `${stem}_frame_${number}`)}.png` };
}

export async function saveFrame(shown: ShownClip, frame: number): Promise<void> {
  const { png } = await frameOf(shown, frame);
  const frames = { first: frame, last: frame };
  finishSave(await saveClipPart(referenceOf(shown), 'frame', frames, png));
}

/** Copies pixels alone: the clipboard drops text in pictures. */
export async function copyFrame(shown: ShownClip, frame: number): Promise<void> {
  const made = frameOf(shown, frame);
  try {
    // called synchronously, while the key press still counts; the bytes may follow
    const png = made.then((each) => each.png);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
  } catch (cause) {
    await made; // says why there is no frame
    throw new AppError(
      'unexpected',
      'The system clipboard did not accept the frame. Bring this window to the front and try again, or save the frame.',
      { action: 'retry', cause },
    );
  }
  say(`Copied frame ${frame + 1}.`, 'done');
}

export async function frameToStudio(shown: ShownClip, frame: number): Promise<void> {
  const show = unlessLeft('studio', showScreen);
  const { png, name } = await frameOf(shown, frame);
  const { id } = await importPicture(new File([png], name, { type: 'image/png' }));
  show('studio', { kind: 'open-photo', photoId: id });
}

/** Saves a range in the order in which it is played. There and back is silent. */
export async function saveFilm(shown: ShownClip, range: FrameRange, mode: LoopMode): Promise<void> {
  const frames = await Promise.all(
    beatsOf(shown, range, mode).map(async ({ frame, duration }) => ({
      // the worker gets copies, so that the store keeps its frames
      picture: await createImageBitmap(requirePicture(shown, frame)),
      duration,
    })),
  );
  const film = await windowClips().makeFilm(shown.size, frames, soundOf(shown, range, mode));
  finishSave(await saveClipPart(referenceOf(shown), 'mp4', range, film));
}

function soundOf({ sound, times }: ShownClip, range: FrameRange, mode: LoopMode) {
  if (sound === undefined || mode === 'ping-pong') return undefined;
  return partOfSound(sound, times[range.first] ?? 0, times[range.last + 1] ?? 0);
}

/** The backend writes it, because its palettes are finer. */
export async function saveGif(shown: ShownClip, range: FrameRange, mode: LoopMode): Promise<void> {
  const size = gifSize(shown.size);
  say(`Making the GIF, ${size.width} × ${size.height} px…`);
  const frames: PackedFrame[] = [];
  let end = 0;
  let written = 0;
  for (const { frame, duration } of beatsOf(shown, range, mode)) {
    const picture = requirePicture(shown, frame);
    const png = await pngOf(size, (context) => {
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, size.width, size.height);
    });
    // rounds the sum, so that the whole keeps its length
    end += duration;
    const delay = Math.max(2 * GIF_TICK, Math.round(end / GIF_TICK) * GIF_TICK - written);
    written += delay;
    frames.push({ delay, png: new Uint8Array(await png.arrayBuffer()) });
  }
  const body = new Blob([...packFrames(frames)]);
  finishSave(await saveClipPart(referenceOf(shown), 'gif', range, body));
}

/** Runs an action and shows its error as a message. */
export function attemptAction(action: () => Promise<void>): void {
  action().catch(sayError);
}

export function referenceOf({ job, output }: Pick<ShownClip, 'job' | 'output'>) {
  return { jobId: job.id, output: output.id };
}

/** Counts from 1, padded to the width of the last number, so that files sort by it. */
function frameNumber(frame: number, times: readonly number[]): string {
  return String(frame + 1).padStart(String(Math.max(1, times.length - 1)).length, '0');
}

function beatsOf({ times }: ShownClip, range: FrameRange, mode: LoopMode) {
  return createSequence(times, range, mode).beats;
}

function noteOf({ job, output }: ShownClip, frame: number): FrameNote {
  return {
    request: job.brief,
    seed: job.seed,
    jobId: job.id,
    output: output.id,
    frame: frame + 1,
  };
}

function requirePicture({ clip }: ShownClip, frame: number): CanvasImageSource {
  const picture = clip.picture(frame);
  if (picture !== undefined) return picture;
  throw new AppError('not-found', 'This frame has not been read yet. Try again.');
}
