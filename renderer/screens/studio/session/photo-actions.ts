import type { Patch, Photo } from '../../../../shared/contract/photos.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { MAX_PICTURE_FILE_BYTES } from '../../../../shared/files/file-size.ts';
import { readError } from '../../../core/backend/read-error.ts';
import type { ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import { withBlended, INITIAL_STUDIO, readyPhoto, shownPatches } from '../model/studio-store.ts';
import { withPatch } from '../model/patches.ts';
import { addMissedSteps, catchUp } from './run-steps.ts';
import type { BegunRun, OpenWork, SessionContext } from './session-context.ts';
import type { MaskHistory } from '../../../../shared/mask/mask-history.ts';
import { createHistoryLog, createMaskSaver } from './mask-saver.ts';
import { keepTextBoxes } from './kept-text-boxes.ts';
import { createPatchCommand, createRunCommand } from './patch-commands.ts';

/** Starts saving changes. The photo and its mask are on the canvas by now. */
function beginWork(context: SessionContext, photo: Photo): OpenWork {
  const { core, backend, media, jobs, store, fail, refresh } = context;
  const log = createHistoryLog(core.history);
  const textBoxes = keepTextBoxes(context, photo.id, fail);
  let problem: AppError | undefined;
  return {
    photoId: photo.id,
    saver: createMaskSaver(
      () => core.mask.takeDirty(),
      log,
      async (tiles, change) => {
        await media.saveMask(photo.maskUrl, tiles, change);
        if (problem !== undefined && store.getState().error === problem)
          store.setState({ error: undefined });
      },
      (thrown) => {
        problem = readError(thrown);
        fail(problem);
      },
      context.soon,
    ),
    log,
    textBoxes,
    commands: {
      core,
      backend,
      media,
      jobs,
      textBoxes,
      photoId: photo.id,
      patches: () => store.getState().patches,
      refresh,
    },
    runs: new Map(),
    masks: new Map(),
  };
}

/** Restores undo and redo from when the photo was closed. @param missed started after that */
function restoreHistory(
  context: SessionContext,
  work: OpenWork,
  photo: Photo,
  kept: MaskHistory,
  missed: BegunRun | undefined,
): void {
  const { core } = context;
  const { commands, log, runs } = work;
  const known = new Set(kept.steps.map(({ jobId }) => jobId));
  const older = photo.patches.filter(
    ({ jobId, state }) => state === 'applied' && !known.has(jobId),
  );
  log.restore(
    kept,
    (step, isDone) => {
      if (step.jobId === undefined) return core.mask.restoreCommand(step.tiles, step.label);
      const { jobId, label } = step;
      const patch = photo.patches.find((each) => each.jobId === jobId);
      if (patch === undefined && isDone) {
        // joins when it ends; `catchUp` handles those that ended, even after the photo was read
        const run = createRunCommand(commands, { jobId, label });
        runs.set(jobId, run);
        return run.command;
      }
      const fits = patch !== undefined && (isDone || patch.state === 'hidden');
      return fits ? createPatchCommand(commands, patch) : undefined;
    },
    older.map((patch) => {
      const { kept: _, ...command } = createPatchCommand(commands, patch);
      return command;
    }),
  );
  if (missed !== undefined) addMissedSteps(context, work, missed);
}

/** Maximum preview of a selected file before its import. */
const HEAD_START_MILLISECONDS = 500;

/** Reports the photo on the canvas to the strip. */
export interface PhotoEvents {
  /**
   * In the library.
   * @param entryId its previous entry
   * @param isToShow false if another photo was opened or it was closed meanwhile
   */
  loaded(photo: Photo, entryId: string | undefined, isToShow: boolean): void;
  /** @param entryId of the file that is imported to be shown; `undefined` for anything else */
  opening(entryId: string | undefined): void;
  /** A file could not be read, and another photo was opened or it was closed meanwhile. */
  refused(entryId: string, name: string, error: AppError): void;
  ready(photo: Photo): void;
  /** Its mask is saved. */
  left(photoId: string): void;
  /** The whole file was decoded and has a thumbnail. */
  verified(photoId: string): void;
  /**
   * It cannot be shown.
   * @param id of the photo or of the imported file
   * @returns false if no other photo replaces it: the screen closes and shows the error
   */
  lost(id: string | undefined, name: string, error: AppError): boolean;
}

export type PhotoActions = ReturnType<typeof createPhotoActions>;

interface ShowOptions {
  /** Shown during the import. */
  readonly file?: File;
  readonly entryId?: string | undefined;
  readonly isSeries?: boolean;
}

/** @param setWork called with the photo that is open now */
export function createPhotoActions(
  context: SessionContext,
  setWork: (work: OpenWork | undefined) => void,
  events: PhotoEvents,
) {
  const { core, backend, media, store, fail } = context;
  const { setState: set, getState: get } = store;
  let opening = new AbortController();
  /** Serialised: an older list must not hide a newer result. */
  let reading: Promise<unknown> = Promise.resolve();

  async function show(
    load: () => Promise<Photo>,
    { file, entryId, isSeries = false }: ShowOptions = {},
  ): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    events.opening(file === undefined ? undefined : entryId);
    // first, because rendering the screen takes as long as decoding the picture
    if (file !== undefined && file.size <= MAX_PICTURE_FILE_BYTES) core.picture.expect(file);
    // in a series, the visible photo stays until the next replaces it
    const seen = isSeries ? { photo: get().photo, patches: get().patches } : {};
    set({ ...INITIAL_STUDIO, ...seen, status: 'opening' });
    const saved = saveMaskOfShownPicture();
    setWork(undefined);
    let isLoaded = false;
    try {
      const preview = file === undefined ? undefined : previewFile(file, saved, signal);
      // with few cores, the import would delay the preview
      if (preview !== undefined) {
        await Promise.race([preview, pause(HEAD_START_MILLISECONDS)]);
        await new Promise<void>(context.soon);
      }
      const photo = await load();
      isLoaded = true;
      events.loaded(photo, entryId, !signal.aborted);
      await saved;
      await preview;
      signal.throwIfAborted();
      const missed = await Promise.race([context.started(photo.id), aborted(signal)]);
      signal.throwIfAborted();
      if (!isSeries) set({ photo, patches: photo.patches });
      const since = Date.now();
      const mask = media.loadMask(photo.maskUrl, signal);
      const kept = media.loadMaskHistory(photo.id, signal);
      // awaited below; prevents unhandled rejections on abort
      for (const promise of [mask, kept]) promise.catch(() => undefined);
      const shown = openPhotoOf(photo);
      const isSameFile = file !== undefined && (await media.hasSameBytes(file, photo.url, signal));
      // shows photo, mask and results in the same frame
      if (isSeries) await Promise.all([mask, kept]);
      if (!core.picture.adopt(shown, isSameFile)) await core.openPhoto(shown, signal, isSeries);
      if (isSeries) set({ photo, patches: photo.patches });
      core.loadMask(await mask);
      const work = beginWork(context, photo);
      setWork(work);
      restoreHistory(context, work, photo, await kept, missed);
      await showPatches();
      set({ status: 'ready' });
      void backend.screenState.update({ openPhotoId: photo.id }).catch(fail);
      events.ready(photo);
      if (photo.thumbnailUrl === undefined) void verify(photo);
      void catchUp(context, since).catch(fail);
    } catch (thrown) {
      if (signal.aborted) {
        // another photo is being opened
        if (!isLoaded && file !== undefined && entryId !== undefined)
          events.refused(entryId, file.name, readError(thrown));
        return;
      }
      // in a series, the store may still hold the previous photo
      const photo = isSeries && get().status !== 'ready' ? undefined : get().photo;
      await lose(photo, thrown, photo?.id ?? entryId, photo?.name ?? file?.name);
    }
  }

  /** Closes the open photo with an error, unless another one is opened before its damage is named. */
  async function lose(
    photo: Photo | undefined,
    thrown: unknown,
    id = photo?.id,
    name = photo?.name ?? '',
  ): Promise<void> {
    const { signal } = opening;
    const error = readError(await nameDamage(context, photo, thrown));
    if (!signal.aborted) {
      if (events.lost(id, name, error)) return;
      close();
      fail(error);
    } else if (id !== undefined) events.refused(id, name, error);
  }

  /** Errors are left to the import. */
  async function previewFile(file: File, saved: Promise<void>, signal: AbortSignal): Promise<void> {
    await saved; // the canvas drops the previous photo's mask
    if (file.size > MAX_PICTURE_FILE_BYTES) return; // the import reports it
    await core.previewFile(file, signal).catch(() => undefined);
  }

  /** Decodes the whole file in the background; closes a damaged photo with an error. */
  async function verify({ id, name }: Photo): Promise<void> {
    try {
      await backend.photos.verify({ photoId: id });
      events.verified(id);
    } catch (thrown) {
      const error = readError(thrown);
      if (error.kind !== 'damaged-file') fail(thrown);
      else if (context.work()?.photoId === id) await lose(undefined, thrown, id, name);
      else events.refused(id, name, error);
    }
  }

  /** The canvas drops the mask with the photo, so save it first. */
  async function saveMaskOfShownPicture(): Promise<void> {
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
    if (get().status === 'empty') core.closePhoto(); // otherwise the next photo has replaced it
  }

  function close(): void {
    opening.abort();
    events.opening(undefined);
    void closeCanvas(saveMaskOfShownPicture());
    setWork(undefined);
    set({ ...INITIAL_STUDIO });
    void backend.screenState.update({ openPhotoId: null }).catch(fail);
  }

  function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const turn = reading.then(read);
    reading = turn.catch(() => undefined); // the caller reports it
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
    /** A new result may exceed the storage limit and remove old ones. */
    let areSomeGone = false;
    const patch = await inTurn(async () => {
      if (context.work() !== current) return undefined;
      const found = await backend.photos.resultOf({ photoId: current.photoId, jobId });
      if (context.work() !== current || found.patch === undefined) return undefined;
      set({ patches: withPatch(get().patches, found.patch) });
      // do not distract a user who paints on
      if (!core.getSnapshot().isPainting) store.setSlice('results', { judgedId: found.patch.id });
      areSomeGone =
        get().patches.filter(({ state }) => state === 'hidden').length > found.hiddenCount;
      return found.patch;
    });
    if (areSomeGone) await refresh();
    else if (patch !== undefined && context.work() === current) await showPatches();
    return patch;
  }

  async function showPatches(): Promise<void> {
    try {
      await core.picture.setPatches(
        withBlended(shownPatches(get()), store.getState().blending.open),
      );
    } catch (thrown) {
      if (readError(thrown).kind !== 'cancelled') throw thrown; // a newer set is being loaded
    }
  }

  return {
    /** @param entryId its place in the strip */
    importFile: (file: File, entryId?: string): Promise<void> =>
      show(() => media.importPicture(file), { file, entryId }),
    open: (photoId: string): Promise<void> =>
      show(() => backend.photos.open({ photoId }), { entryId: photoId }),
    /** Keeps the view. */
    openNext: (photoId: string): Promise<void> =>
      show(() => backend.photos.open({ photoId }), { entryId: photoId, isSeries: true }),
    /** Opens a sample with a hint and the tool for it. */
    async openSample(sampleId: string): Promise<void> {
      const samples = backend.photos.samples().catch(() => []); // only the hint would be missing
      await show(() => backend.photos.openSample({ sampleId }));
      const { photo } = get();
      const sample = (await samples).find(({ id }) => id === sampleId);
      if (photo === undefined || readyPhoto(get()) !== photo) return;
      set({ suggestion: sample?.suggestion });
      if (sample?.tool !== undefined) core.tools.setTool(sample.tool);
    },
    close,
    /** Called when the canvas finds the open photo damaged. */
    async broke(error: AppError): Promise<void> {
      await lose(get().photo, error);
    },
    refresh,
    showResults: showPatches,
    takeResult,
    /** Cancels the photo that is being opened. */
    stop: (): void => opening.abort(),
  };
}

/** Asks the backend to decode a picture that the canvas found damaged: it names the damage. */
async function nameDamage(
  { backend }: SessionContext,
  photo: Photo | undefined,
  thrown: unknown,
): Promise<unknown> {
  if (photo === undefined || readError(thrown).kind !== 'damaged-file') return thrown;
  return backend.photos.verify({ photoId: photo.id }).then(
    () => thrown,
    (named: unknown) => named,
  );
}

export function openPhotoOf({ id, width, height, url }: Photo): ShownPicture {
  return { id, size: { width, height }, url };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
