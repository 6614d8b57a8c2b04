/** Getting the photo out of the program: files, layers, the clipboard, other programs. */
import { notifications } from '@mantine/notifications';
import type { DragFile, SaveOptions } from '../../../../shared/contract/export.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { backend } from '../../../backend/client.ts';
import { download } from './download.ts';
import type { SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

/** What is chosen in the dialog. */
export type PictureOptions = Omit<SaveOptions, 'photoId'>;

export interface OutActions {
  /** Saves the photo with what is shown of its results. @returns whether a file was written */
  save(options: PictureOptions): Promise<boolean>;
  /** Saves the photo and every result as layers. @returns whether a file was written */
  saveLayers(namePattern: string): Promise<boolean>;
  /** Puts the picture with its results into the clipboard. */
  copy(): Promise<void>;
  /** Makes the file that a drag would carry; `undefined` when that failed, which is shown. */
  prepareDrag(options: PictureOptions): Promise<DragFile | undefined>;
  /** The pointer leaves with a file of `byHost`. */
  startDrag(id: string): Promise<void>;
}

export function createOutActions({ attempt }: SessionContext): OutActions {
  /** @returns what the action resolved to; `undefined` when it failed */
  async function answer<Result>(
    action: (photoId: string) => Promise<Result>,
  ): Promise<Result | undefined> {
    let result: Result | undefined;
    await attempt(async () => {
      result = await action(requirePhoto());
    });
    return result;
  }

  async function isSaved(
    save: (photoId: string) => ReturnType<typeof backend.export.save>,
  ): Promise<boolean> {
    const outcome = await answer(save);
    if (outcome === undefined) return false;
    download(outcome);
    return outcome.kind !== 'cancelled';
  }

  return {
    save: (options) => isSaved((photoId) => backend.export.save({ photoId, ...options })),
    saveLayers: (namePattern) =>
      isSaved((photoId) => backend.export.saveLayers({ photoId, namePattern })),
    copy: () =>
      attempt(async () => {
        const photoId = requirePhoto();
        // The item is made at once, while the key press still counts; its bytes may follow.
        let failure: unknown;
        const picture = copiedPicture(photoId).catch((thrown: unknown) => {
          failure = thrown;
          throw thrown;
        });
        try {
          await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        } catch (thrown) {
          throw failure ?? clipboardError(thrown);
        }
        notifications.show({ message: 'The picture was copied.', color: 'teal' });
      }),
    prepareDrag: (options) =>
      answer((photoId) => backend.export.prepareDrag({ photoId, ...options })),
    startDrag: (id) => attempt(() => backend.export.startDrag({ id })),
  };
}

async function copiedPicture(photoId: string): Promise<Blob> {
  const { url } = await backend.export.prepareCopy({ photoId });
  const response = await fetch(url);
  if (!response.ok) {
    throw new AppError({
      kind: 'storage',
      message: 'The picture for the clipboard could not be read. Copy it again.',
    });
  }
  return await response.blob();
}

function requirePhoto(): string {
  const { photo } = useStudio.getState();
  if (photo !== undefined) return photo.id;
  throw new AppError({ kind: 'not-found', message: 'Open a photo first.' });
}

function clipboardError(cause: unknown): AppError {
  return new AppError(
    {
      kind: 'unexpected',
      message:
        'The system did not take the picture into its clipboard. Bring this window to the front and copy it again, or save the picture.',
    },
    { cause },
  );
}
