import { AppError } from '../../../../shared/errors/app-error.ts';
import { importPicture } from '../../../core/backend/media.ts';

type TakeFrame = () => Promise<{ readonly png: Blob; readonly name: string }>;

let take: TakeFrame | undefined;

/** @returns a function that takes it back */
export function lendFrame(frame: TakeFrame): () => void {
  take = frame;
  return () => {
    if (take === frame) take = undefined;
  };
}

/** @returns the photo's id @throws AppError */
export async function photoOfFrame(): Promise<string> {
  if (take === undefined) throw new AppError('not-found', 'This clip is not shown frame by frame.');
  const { png, name } = await take();
  return (await importPicture(new File([png], name, { type: 'image/png' }))).id;
}
