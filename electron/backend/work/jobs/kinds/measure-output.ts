import type { ClipFacts, OutputDamage } from '../../../../../shared/contract/jobs.ts';
import type { ClipFacts as MeasuredClip } from '../../../vision/imaging/clips/clip-facts.ts';
import { isWholePng } from '../../../vision/imaging/reading/whole-png.ts';
import {
  openPicture,
  readPictureHeader,
  unreadableAnswer,
} from '../../../vision/imaging/reading/open-picture.ts';
import { isStoppedReading, MOST_STOPS, stoppedResult } from '../../../library/crash-guard.ts';
import type { JobDeps } from '../job-deps.ts';

interface OutputMeasures {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly clip: ClipFacts | undefined;
  readonly damage: OutputDamage | undefined;
}

/** @returns `damage` for a bad clip @throws AppError `bad-answer` for an unreadable picture */
export async function measureOutput(
  deps: Pick<JobDeps, 'clips' | 'crashGuard'>,
  key: string,
  path: string,
  mediaType: string,
): Promise<OutputMeasures> {
  try {
    const isFilm = mediaType.startsWith('video/');
    const read = async (): Promise<OutputMeasures> => {
      const still = isFilm ? undefined : await sizeOf(path);
      const { facts, damage } = await deps.clips.measure(path, mediaType);
      const { width, height } = facts ?? still ?? {};
      return { width, height, clip: facts && clipOf(facts), damage };
    };
    const mostStops = isFilm ? MOST_STOPS.clip : MOST_STOPS.picture;
    return await deps.crashGuard.guard(key, stoppedResult, read, mostStops);
  } catch (error) {
    if (!isStoppedReading(error)) throw error;
    return { width: undefined, height: undefined, clip: undefined, damage: 'stopped' };
  }
}

function clipOf({ width: _width, height: _height, ...facts }: MeasuredClip): ClipFacts {
  return facts;
}

/** Largest PNG that is decoded to check it, pixels: a quarter of a second. */
const MOST_DECODED = 20_000_000;

/** @throws AppError `bad-answer` */
async function sizeOf(path: string): Promise<{ width: number; height: number }> {
  try {
    const { width, height, format } = await readPictureHeader(path);
    if (format === 'png' && width * height > MOST_DECODED) {
      if (await isWholePng(path)) return { width, height };
      throw new Error('chunks of the PNG are missing or damaged');
    }
    // Reading the last pixel decodes everything before it, with little memory.
    await openPicture(path, { failOn: 'truncated', sequentialRead: true })
      .extract({ left: width - 1, top: height - 1, width: 1, height: 1 })
      .raw()
      .toBuffer();
    return { width, height };
  } catch (error) {
    throw unreadableAnswer(
      'The service returned a picture that is damaged or incomplete. You can save the answer as received.',
      error,
    );
  }
}
