import { backend } from '../../base/backend/client.ts';
import { loadBytes } from '../../base/backend/media.ts';
import { readError } from '../../base/backend/read-error.ts';
import { say } from '../../base/ui/say.ts';
import { finishSave } from '../../work/saving/finish-save.ts';
import type { PictureBehind } from './shown-picture.ts';

/** At the highest quality, so that a copy is as good as the picture. */
const AS_IT_IS = { format: 'source', quality: 95, lossless: false, exif: 'none' } as const;

export async function copyPicture(picture: PictureBehind): Promise<void> {
  let failure: unknown;
  // created at once, while the click still permits it; the bytes may follow
  const png = pngOf(picture).catch((thrown: unknown) => {
    failure = thrown;
    throw thrown;
  });
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    say('Copied.', 'done');
  } catch {
    say(
      failure === undefined
        ? 'The system clipboard did not accept the picture. Bring this window to the front and try again, or save the picture.'
        : readError(failure).message,
    );
  }
}

async function pngOf(picture: PictureBehind): Promise<Blob> {
  const { url } = await ('photoId' in picture
    ? backend.export.prepareCopy(picture)
    : backend.export.prepareCopyOf({ url: picture.url }));
  return new Blob([new Uint8Array(await loadBytes(url))], { type: 'image/png' });
}

/** @param name without extension */
export async function savePicture(picture: PictureBehind, name: string): Promise<void> {
  try {
    const outcome = await ('photoId' in picture
      ? backend.export.save({ ...picture, ...AS_IT_IS })
      : backend.export.saveShown({ url: picture.url, name }));
    finishSave(outcome, say);
  } catch (thrown) {
    say(readError(thrown).message);
  }
}

/** Copies the address as it would be opened, or as written where Gesso would not open it. */
export async function copyAddress(address: string, text: string): Promise<void> {
  try {
    const target = await backend.links.read({ href: address, text });
    await navigator.clipboard.writeText(target?.href ?? address);
    say('Link copied.', 'done');
  } catch {
    say('The link could not be copied.');
  }
}
