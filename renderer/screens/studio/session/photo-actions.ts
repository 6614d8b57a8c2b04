/** Opening and closing photos: the picture, its mask, its history and its results. */
import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { MAX_PICTURE_FILE_BYTES } from '../../../../shared/files/file-size.ts';
import { readError } from '../../../base/backend/read-error.ts';
import type { OpenPhoto } from '../canvas/index.ts';
import { withMixed } from '../model/mixing-store.ts';
import { withPatch } from '../model/patches.ts';
import { INITIAL_STUDIO, readyPhoto, shownPatches } from '../model/studio-store.ts';
import { catchUp } from './catch-up.ts';
import { beginWork, restoreHistory } from './open-work.ts';
import type { OpenWork, SessionContext } from './session-context.ts';

/** How long at most a chosen file is only looked at, before it is taken in. */
const HEAD_START_MILLISECONDS = 500;

/** Events of the photo on the canvas, for the strip. */
export interface PhotoEvents {
  /** It is in the library, whether or not it is still wanted on the screen. @param entryId its entry before that */
  loaded(photo: Photo, entryId: string | undefined): void;
  /** It is on the screen and can be worked on. */
  ready(photo: Photo): void;
  /** It was left, and its mask is saved. */
  left(photoId: string): void;
  /** Its whole file was decoded: it has a thumbnail now. */
  verified(photoId: string): void;
  /**
   * It cannot be shown.
   *
   * @param id of the photo, or of the file that was to become one
   * @returns false when there is no other photo in its place: the screen closes and shows the error
   */
  lost(id: string | undefined, name: string, error: AppError): boolean;
}

export interface PhotoActions {
  /** Takes a picture in and shows it. @param entryId its place in the strip */
  importFile(file: File, entryId?: string): Promise<void>;
  open(photoId: string): Promise<void>;
  /** Opens a photo of the same series: the view stays. */
  openNext(photoId: string): Promise<void>;
  /** Opens a sample, with a sentence that says something to try on it, and the tool for that. */
  openSample(sampleId: string): Promise<void>;
  dismissSuggestion(): void;
  close(): void;
  /** The canvas found out late that the open photo is damaged. */
  broke(error: AppError): Promise<void>;
  /** See {@link SessionContext.refresh}. */
  refresh(): Promise<void>;
  /** See {@link SessionContext.showResults}. */
  showResults(): Promise<void>;
  /** See {@link SessionContext.takeResult}. */
  takeResult(jobId: string): Promise<Patch | undefined>;
  /** Cancels the photo that is being opened. */
  stop(): void;
}

/** How a photo comes to the screen. */
interface ShowOptions {
  /** Shown while it is being taken in. */
  readonly file?: File;
  readonly entryId?: string | undefined;
  readonly isSeries?: boolean;
}

/** @param setWork called with the photo that is open from now on */
export function createPhotoActions(
  context: SessionContext,
  setWork: (work: OpenWork | undefined) => void,
  events: PhotoEvents,
): PhotoActions {
  const { core, backend, media, fail } = context;
  const { setState: set, getState: get } = context.stores.studio;
  const { results, mixing } = context.stores;
  let opening = new AbortController();
  /** Results are asked for one after the other: an older list must not hide a newer result. */
  let reading: Promise<unknown> = Promise.resolve();

  async function show(
    load: () => Promise<Photo>,
    { file, entryId, isSeries = false }: ShowOptions = {},
  ): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    // first of all: the screen, which follows, takes as long to be drawn as the picture to be decoded
    if (file !== undefined && file.size <= MAX_PICTURE_FILE_BYTES) core.expectFile(file);
    // in a series, the visible photo stays until the next one takes its place
    const seen = isSeries ? { photo: get().photo, patches: get().patches } : {};
    set({ ...INITIAL_STUDIO, ...seen, status: 'opening' });
    const saved = saveMaskOfOpenPhoto();
    setWork(undefined);
    try {
      const preview = file === undefined ? undefined : previewFile(file, saved, signal);
      // where there are few cores, the import would delay the preview and its frame
      if (preview !== undefined) {
        await Promise.race([preview, pause(HEAD_START_MILLISECONDS)]);
        await new Promise<void>(context.soon);
      }
      const photo = await load();
      events.loaded(photo, entryId);
      await saved;
      await preview;
      signal.throwIfAborted();
      if (!isSeries) set({ photo, patches: photo.patches });
      const since = Date.now();
      const mask = media.loadMask(photo.maskUrl, signal);
      const kept = media.loadMaskHistory(photo.id, signal);
      // awaited below; without this an abort would count as unhandled
      for (const promise of [mask, kept]) promise.catch(() => undefined);
      const shown = pictureOf(photo);
      const isSameFile = file !== undefined && (await media.hasSameBytes(file, photo.url, signal));
      // so that photo, mask and results are there in the same frame
      if (isSeries) await Promise.all([mask, kept]);
      if (!core.adoptPreview(shown, isSameFile)) await core.openPhoto(shown, signal, isSeries);
      if (isSeries) set({ photo, patches: photo.patches });
      core.loadMask(await mask);
      const work = beginWork(context, photo);
      setWork(work);
      restoreHistory(context, work, photo, await kept);
      await showPatches();
      set({ status: 'ready' });
      void backend.screenState.update({ openPhotoId: photo.id }).catch(fail);
      events.ready(photo);
      if (photo.thumbnailUrl === undefined) void verify(photo);
      void catchUp(context, since).catch(fail);
    } catch (thrown) {
      if (signal.aborted) return; // another photo is being opened: its own outcome counts
      // of a series, the photo that was seen before may still be in the store
      const photo = isSeries && get().status !== 'ready' ? undefined : get().photo;
      lose(photo?.id ?? entryId, photo?.name ?? file?.name ?? '', await nameDamage(photo, thrown));
    }
  }

  function lose(id: string | undefined, name: string, thrown: unknown): void {
    if (events.lost(id, name, readError(thrown))) return;
    close();
    fail(thrown);
  }

  /** Shows the selected file while the backend imports it; the backend reports errors. */
  async function previewFile(file: File, saved: Promise<void>, signal: AbortSignal): Promise<void> {
    await saved; // the canvas forgets the mask of the former photo
    if (file.size > MAX_PICTURE_FILE_BYTES) return; // the import says so
    await core.previewFile(file, signal).catch(() => undefined);
  }

  /** The whole file is decoded once more in the background; a damaged photo is closed with an error. */
  async function verify({ id, name }: Photo): Promise<void> {
    try {
      await backend.photos.verify({ photoId: id });
      events.verified(id);
    } catch (thrown) {
      const isDamaged = readError(thrown).kind === 'damaged-file';
      if (isDamaged && context.work()?.photoId === id) lose(id, name, thrown);
      else fail(thrown);
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

  /** The canvas forgets its mask with the photo: the last strokes are saved before. */
  async function saveMaskOfOpenPhoto(): Promise<void> {
    const left = context.work();
    try {
      await left?.saver.flush();
    } catch (thrown) {
      fail(thrown);
    } finally {
      left?.saver.stop();
      if (left !== undefined) events.left(left.photoId);
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
    void backend.screenState.update({ openPhotoId: null }).catch(fail);
  }

  function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const turn = reading.then(read);
    reading = turn.catch(() => undefined); // reported by the caller
    return turn;
  }

  async function refresh(): Promise<void> {
    const current = context.work();
    if (current === undefined) return;
    await inTurn(async () => {
      if (context.work() !== current) return;
      const photo = await backend.photos.get({ photoId: current.photoId });
      if (context.work() === current) set({ patches: photo.patches });
    });
    if (context.work() === current) await showPatches();
  }

  async function takeResult(jobId: string): Promise<Patch | undefined> {
    const current = context.work();
    if (current === undefined) return undefined;
    /** A new result may push old ones out of the room that is set for them. */
    let areSomeGone = false;
    const patch = await inTurn(async () => {
      if (context.work() !== current) return undefined;
      const found = await backend.photos.resultOf({ photoId: current.photoId, jobId });
      if (context.work() !== current || found.patch === undefined) return undefined;
      set({ patches: withPatch(get().patches, found.patch) });
      // who paints on already has their eyes elsewhere
      if (!core.getSnapshot().isPainting) results.setState({ judgedId: found.patch.id });
      areSomeGone = get().patches.filter(isHidden).length > found.hiddenCount;
      return found.patch;
    });
    if (areSomeGone) await refresh();
    else if (patch !== undefined && context.work() === current) await showPatches();
    return patch;
  }

  async function showPatches(): Promise<void> {
    try {
      await core.setPatches(withMixed(shownPatches(get()), mixing.getState().open));
    } catch (thrown) {
      if (readError(thrown).kind !== 'cancelled') throw thrown; // a newer set is on its way
    }
  }

  return {
    importFile: (file, entryId) => show(() => media.importPicture(file), { file, entryId }),
    open: (photoId) => show(() => backend.photos.open({ photoId }), { entryId: photoId }),
    openNext: (photoId) =>
      show(() => backend.photos.open({ photoId }), { entryId: photoId, isSeries: true }),
    async openSample(sampleId) {
      const samples = backend.photos.samples().catch(() => []); // only its sentence would be missing
      await show(() => backend.photos.openSample({ sampleId }));
      const { photo } = get();
      const sample = (await samples).find(({ id }) => id === sampleId);
      if (photo === undefined || readyPhoto(get()) !== photo) return;
      set({ suggestion: sample?.suggestion });
      if (sample?.tool !== undefined) core.setTool(sample.tool);
    },
    dismissSuggestion: () => set({ suggestion: undefined }),
    close,
    async broke(error) {
      const { photo } = get();
      lose(photo?.id, photo?.name ?? '', await nameDamage(photo, error));
    },
    refresh,
    showResults: showPatches,
    takeResult,
    stop: () => opening.abort(),
  };
}

function isHidden({ state }: Patch): boolean {
  return state === 'hidden';
}

/** A photo as the canvas takes it. */
export function pictureOf({ id, width, height, url }: Photo): OpenPhoto {
  return { id, size: { width, height }, url };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
