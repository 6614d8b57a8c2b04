/** The frame that the player shows, for parts of the screen outside of it. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import { importPicture } from '../../../base/backend/media.ts';

/** Of the player that is on the stage: a PNG of its frame, and a name for it. */
type TakeFrame = () => Promise<{ readonly png: Blob; readonly name: string }>;

let take: TakeFrame | undefined;

/** @returns takes it back */
export function lendFrame(frame: TakeFrame): () => void {
  take = frame;
  return () => {
    if (take === frame) take = undefined;
  };
}

/** The frame as a photo of the library. @returns its id @throws AppError */
export async function photoOfFrame(): Promise<string> {
  if (take === undefined) {
    throw new AppError({ kind: 'not-found', message: 'This clip is not shown frame by frame.' });
  }
  const { png, name } = await take();
  return (await importPicture(new File([png], name, { type: 'image/png' }))).id;
}
