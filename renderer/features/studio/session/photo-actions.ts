/** Opening and closing photos: the picture, its mask, its history and its results. */
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { backend, readError } from '../../../backend/client.ts';
import { importPicture, loadMask, loadMaskHistory } from '../../../backend/media.ts';
import { catchUp } from './catch-up.ts';
import { beginWork, restoreHistory } from './open-work.ts';
import type { OpenWork, SessionContext } from './session-context.ts';
import { INITIAL_STUDIO, useStudio } from './studio-store.ts';

export interface PhotoActions {
  /** Takes a picture in and shows it. */
  importFile(file: File): Promise<void>;
  open(photoId: string): Promise<void>;
  openSample(sampleId: string): Promise<void>;
  close(): void;
  /** The canvas found out late that the open photo is damaged. */
  broke(error: AppError): Promise<void>;
  /** See {@link SessionContext.refresh}. */
  refresh(): Promise<void>;
  /** Gives up what is being opened. */
  stop(): void;
}

/** @param setWork told which photo is open from now on */
export function createPhotoActions(
  context: SessionContext,
  setWork: (work: OpenWork | undefined) => void,
): PhotoActions {
  const { core, fail } = context;
  const set = useStudio.setState;
  const get = useStudio.getState;
  let opening = new AbortController();

  async function show(load: () => Promise<Photo>, file?: File): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    set({ ...INITIAL_STUDIO, status: 'opening' });
    const saved = saveMaskOfOpenPhoto();
    setWork(undefined);
    try {
      const preview = file === undefined ? undefined : previewFile(file, saved, signal);
      const photo = await load();
      await saved;
      await preview;
      signal.throwIfAborted();
      set({ photo, patches: photo.patches });
      const since = Date.now();
      const mask = loadMask(photo.maskUrl, signal);
      const kept = loadMaskHistory(photo.id, signal);
      // awaited below; without this an abort would count as unhandled
      for (const promise of [mask, kept]) promise.catch(() => undefined);
      const { width, height } = photo;
      const shown = { id: photo.id, size: { width, height }, url: photo.url };
      const isSameFile = file !== undefined && (await hasSameBytes(file, photo.url, signal));
      if (!core.adoptPreview(shown, isSameFile)) await core.openPhoto(shown, signal);
      core.loadMask(await mask);
      const work = beginWork(context, photo);
      setWork(work);
      restoreHistory(context, work, photo, await kept);
      await showPatches();
      set({ status: 'ready' });
      void backend.settings.update({ openPhotoId: photo.id }).catch(fail);
      if (photo.thumbnailUrl === undefined) void verify(photo.id);
      await catchUp(context, since);
    } catch (thrown) {
      if (signal.aborted) return; // another photo is being opened: its own outcome counts
      const { photo } = get();
      close();
      fail(await nameDamage(photo, thrown));
    }
  }

  /** Shows the chosen file while the backend takes it in; what is wrong with it, the backend says. */
  async function previewFile(file: File, saved: Promise<void>, signal: AbortSignal): Promise<void> {
    await saved; // the canvas forgets the mask of the former photo
    await core.previewFile(file, signal).catch(() => undefined);
  }

  /** The whole file is decoded once more in the background; a damaged one leaves with a sentence. */
  async function verify(photoId: string): Promise<void> {
    try {
      await backend.photos.verify({ photoId });
    } catch (thrown) {
      const error = readError(thrown);
      if (error.kind === 'damaged-file' && context.work()?.photoId === photoId) close();
      fail(thrown);
    }
  }

  /** The canvas forgets its mask with the photo: what the last strokes changed is saved before. */
  async function saveMaskOfOpenPhoto(): Promise<void> {
    const saver = context.work()?.saver;
    try {
      await saver?.flush();
    } catch (thrown) {
      fail(thrown);
    } finally {
      saver?.stop();
    }
  }

  async function closeCanvas(saved: Promise<void>): Promise<void> {
    await saved;
    if (get().status === 'empty') core.closePhoto(); // else the next photo has taken its place
  }

  function close(): void {
    opening.abort();
    void closeCanvas(saveMaskOfOpenPhoto());
    setWork(undefined);
    set({ ...INITIAL_STUDIO });
    void backend.settings.update({ openPhotoId: null }).catch(fail);
  }

  async function refresh(): Promise<void> {
    const current = context.work();
    if (current === undefined) return;
    const photo = await backend.photos.get({ photoId: current.photoId });
    if (context.work() !== current) return;
    set({ patches: photo.patches });
    await showPatches();
  }

  async function showPatches(): Promise<void> {
    const shown = get().patches.filter(({ state }) => state === 'applied');
    try {
      await core.setPatches(shown);
    } catch (thrown) {
      if (readError(thrown).kind !== 'cancelled') throw thrown; // a newer set is on its way
    }
  }

  return {
    importFile: (file) => show(() => importPicture(file), file),
    open: (photoId) => show(() => backend.photos.open({ photoId })),
    openSample: (sampleId) => show(() => backend.photos.openSample({ sampleId })),
    close,
    async broke(error) {
      const { photo } = get();
      close();
      fail(await nameDamage(photo, error));
    },
    refresh,
    stop: () => opening.abort(),
  };
}

/** Whether an address serves the chosen file itself and not a picture made from it. */
async function hasSameBytes(file: File, url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { headers } = await fetch(url, { method: 'HEAD', signal });
    return headers.get('content-length') === String(file.size);
  } catch {
    return false; // loading the picture itself will say what is wrong
  }
}

/** The canvas says that a picture is damaged; the backend decodes it too and can name it. */
async function nameDamage(photo: Photo | undefined, thrown: unknown): Promise<unknown> {
  if (photo === undefined || readError(thrown).kind !== 'damaged-file') return thrown;
  return backend.photos.verify({ photoId: photo.id }).then(
    () => thrown,
    (named: unknown) => named,
  );
}
