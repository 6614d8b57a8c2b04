/**
 * The work on photos: opening, saving the mask, running, taking results in, undoing. Connects the
 * canvas with the backend; React only calls it and shows the store.
 */
import { isFinalJobState, type ExportFormat, type Job } from '../../../shared/contract/jobs.ts';
import type { Photo } from '../../../shared/contract/photos.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import type { MaskHistory } from '../../../shared/mask/mask-history.ts';
import { jobMaskUrl } from '../../../shared/media.ts';
import { backend, readError } from '../../backend/client.ts';
import { onJobFinished, useJobs } from '../../backend/jobs.ts';
import { importPicture, loadMask, loadMaskHistory, saveMask } from '../../backend/media.ts';
import type { CanvasCore, EditCommand } from './canvas/index.ts';
import { download } from './download.ts';
import { createHistoryLog, type HistoryLog } from './history-log.ts';
import { createMaskActions, type MaskActions } from './mask-actions.ts';
import { createMaskSaver, type MaskSaver } from './mask-saver.ts';
import {
  createPatchCommand,
  createRunCommand,
  createVisibilityCommand,
  type PatchCommandParts,
  type RunCommand,
} from './patch-commands.ts';
import { jobsOnPhoto } from './photo-jobs.ts';
import { INITIAL_STUDIO, useStudio } from './studio-store.ts';

/** Every method reports what goes wrong in the store and never rejects. */
export interface StudioSession {
  readonly core: CanvasCore;
  readonly mask: MaskActions;
  /** Takes a picture in and shows it. */
  importFile(file: File): Promise<void>;
  openPhoto(photoId: string): Promise<void>;
  openSample(sampleId: string): Promise<void>;
  closePhoto(): void;
  /** The canvas found out late that the open photo is damaged. */
  photoBroke(error: AppError): Promise<void>;
  run(): Promise<void>;
  runAgain(jobId: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  setPatchShown(patchId: string, isShown: boolean): Promise<void>;
  peek(on: boolean): void;
  save(options: {
    readonly format: ExportFormat;
    readonly quality: number;
    readonly lossless: boolean;
  }): Promise<void>;
  saveKeptAnswer(jobId: string): Promise<void>;
  /** Puts away what a run ended with. */
  dismissRun(jobId: string): Promise<void>;
  destroy(): void;
}

/** What belongs to one open photo. */
interface OpenWork {
  readonly photoId: string;
  readonly saver: MaskSaver;
  readonly log: HistoryLog;
  readonly commands: PatchCommandParts;
  readonly runs: Map<string, RunCommand>;
}

export function createStudioSession(core: CanvasCore): StudioSession {
  const set = useStudio.setState;
  const get = useStudio.getState;
  let opening = new AbortController();
  let work: OpenWork | undefined;

  function fail(thrown: unknown): void {
    const error = readError(thrown);
    if (error.kind !== 'cancelled') set({ error });
  }

  async function attempt(action: () => Promise<void>): Promise<void> {
    set({ error: undefined });
    try {
      await action();
    } catch (thrown) {
      fail(thrown);
    }
  }

  async function show(load: () => Promise<Photo>, file?: File): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    set({ ...INITIAL_STUDIO, status: 'opening' });
    const saved = saveMaskOfOpenPhoto();
    work = undefined;
    try {
      const preview = file === undefined ? undefined : previewFile(file, saved, signal);
      const photo = await load();
      await saved;
      await preview;
      signal.throwIfAborted();
      set({ photo, patches: photo.patches });
      const mask = loadMask(photo.maskUrl, signal);
      const kept = loadMaskHistory(photo.id, signal);
      // awaited below; without this an abort would count as unhandled
      for (const promise of [mask, kept]) promise.catch(() => undefined);
      const shown = { id: photo.id, size: sizeOf(photo), url: photo.url };
      const isSameFile = file !== undefined && (await hasSameBytes(file, photo.url, signal));
      if (!core.adoptPreview(shown, isSameFile)) await core.openPhoto(shown, signal);
      core.loadMask(await mask);
      work = beginWork(photo);
      restoreHistory(work, photo, await kept);
      await showPatches();
      set({ status: 'ready' });
      void backend.settings.update({ openPhotoId: photo.id }).catch(fail);
      if (photo.thumbnailUrl === undefined) void verify(photo.id);
      await catchUp();
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

  function beginWork(photo: Photo): OpenWork {
    const log = createHistoryLog(core.history);
    return {
      photoId: photo.id,
      saver: createMaskSaver(
        () => core.takeDirtyTiles(),
        async (tiles) => {
          const change = log.pending();
          await saveMask(photo.maskUrl, tiles, change);
          if (change !== undefined) log.saved(change);
        },
        fail,
        () => log.pending() !== undefined,
        afterNextFrame,
      ),
      log,
      commands: { core, photoId: photo.id, refresh },
      runs: new Map(),
    };
  }

  /** Begins with what could be undone and made again when the photo was closed. */
  function restoreHistory({ commands, log }: OpenWork, photo: Photo, kept: MaskHistory): void {
    const known = new Set(kept.steps.map(({ jobId }) => jobId));
    const older = photo.patches.filter(
      ({ jobId, state }) => state === 'applied' && !known.has(jobId),
    );
    log.restore(
      kept,
      (step, isDone) => {
        if (step.jobId === undefined) return core.restoreMaskStep(step.tiles, step.label);
        const patch = photo.patches.find(({ jobId }) => jobId === step.jobId);
        const fits = patch !== undefined && (isDone || patch.state === 'hidden');
        return fits ? createPatchCommand(commands, patch) : undefined;
      },
      older.map((patch) => {
        const { kept: _, ...command } = createPatchCommand(commands, patch);
        return command;
      }),
    );
  }

  /** The whole file is decoded once more in the background; a damaged one leaves with a sentence. */
  async function verify(photoId: string): Promise<void> {
    try {
      await backend.photos.verify({ photoId });
    } catch (thrown) {
      const error = readError(thrown);
      if (error.kind === 'damaged-file' && work?.photoId === photoId) close();
      fail(thrown);
    }
  }

  /** The canvas forgets its mask with the photo: what the last strokes changed is saved before. */
  async function saveMaskOfOpenPhoto(): Promise<void> {
    const saver = work?.saver;
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
    work = undefined;
    set({ ...INITIAL_STUDIO });
    void backend.settings.update({ openPhotoId: null }).catch(fail);
  }

  async function refresh(): Promise<void> {
    const current = work;
    if (current === undefined) return;
    const photo = await backend.photos.get({ photoId: current.photoId });
    if (work !== current) return;
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

  /** Results that arrived while the photo was being opened. */
  async function catchUp(): Promise<void> {
    const current = work;
    if (current === undefined) return;
    const known = new Set(get().patches.map(({ id }) => id));
    await refresh();
    for (const patch of get().patches) {
      if (!known.has(patch.id) && patch.state === 'applied') {
        core.history.push(createPatchCommand(current.commands, patch));
      }
    }
  }

  /** A run has taken `taken` out of the mask: from now on it is a step of the history. */
  function follow(current: OpenWork, jobId: string, taken: EditCommand): void {
    const run = createRunCommand(current.commands, jobId, taken);
    current.runs.set(jobId, run);
    core.history.push(run.command);
    const job = useJobs.getState().jobs.get(jobId);
    if (job !== undefined && isFinalJobState(job.state)) void finished(job);
  }

  async function finished(job: Job): Promise<void> {
    const current = work;
    if (current === undefined || job.photoId !== current.photoId) return;
    const run = current.runs.get(job.id);
    current.runs.delete(job.id);
    try {
      if (job.state === 'done') {
        await refresh();
        const patch = get().patches.find(({ jobId }) => jobId === job.id);
        if (patch !== undefined && run !== undefined) run.complete(patch);
        else if (patch !== undefined) {
          core.history.push(createPatchCommand(current.commands, patch));
        }
        return;
      }
      core.uniteTiles(await loadMask(jobMaskUrl(job.id)));
      if (run !== undefined) core.history.remove(run.command);
    } catch (thrown) {
      fail(thrown);
    }
  }

  const stopHistory = core.history.subscribe(() => work?.saver.changed());
  const stopMask = core.onMaskChanged(() => {
    work?.saver.changed();
    // "Nothing is painted yet" is not true any more
    if (get().error?.kind === 'empty-mask') set({ error: undefined });
  });
  const stopJobs = onJobFinished((job) => void finished(job));

  return {
    core,
    mask: createMaskActions(core, attempt, async () => work?.saver.flush()),
    importFile: (file) => show(() => importPicture(file), file),
    openPhoto: (photoId) => show(() => backend.photos.open({ photoId })),
    openSample: (sampleId) => show(() => backend.photos.openSample({ sampleId })),
    closePhoto: close,
    async photoBroke(error) {
      const { photo } = get();
      close();
      fail(await nameDamage(photo, error));
    },
    run: () =>
      attempt(async () => {
        const current = work;
        if (current === undefined || get().isStarting) return;
        set({ isStarting: true });
        try {
          dismissEnded(current.photoId);
          await current.saver.paused(async () => {
            await current.saver.flush();
            const { jobIds } = await backend.cleanup.run({ photoId: current.photoId });
            for (const jobId of jobIds) {
              const taken = await loadMask(jobMaskUrl(jobId));
              if (work === current) follow(current, jobId, core.subtractTiles(taken));
            }
          });
        } finally {
          set({ isStarting: false });
        }
      }),
    runAgain: (jobId) =>
      attempt(async () => {
        const current = work;
        if (current === undefined) return;
        await current.saver.flush();
        const again = await backend.jobs.runAgain({ jobId });
        const tiles = await loadMask(jobMaskUrl(again.jobId));
        if (again.jobId !== jobId) await backend.jobs.acknowledge({ jobId });
        if (work === current) follow(current, again.jobId, core.subtractTiles(tiles));
      }),
    cancel: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
    undo: () => attempt(async () => void (await core.history.undo())),
    redo: () => attempt(async () => void (await core.history.redo())),
    setPatchShown: (patchId, isShown) =>
      attempt(async () => {
        const patch = get().patches.find(({ id }) => id === patchId);
        if (work === undefined || patch === undefined) return;
        const command = createVisibilityCommand(work.commands, patch, isShown);
        await command.redo();
        core.history.push(command);
      }),
    peek(on) {
      if (get().isPeeking === on || get().status !== 'ready') return;
      core.setPeekOriginal(on);
      set({ isPeeking: on });
    },
    save: (options) =>
      attempt(async () => {
        const { photo } = get();
        if (photo === undefined) {
          throw new AppError({ kind: 'not-found', message: 'Open a photo first.' });
        }
        download(await backend.export.save({ photoId: photo.id, ...options }));
      }),
    saveKeptAnswer: (jobId) =>
      attempt(async () => download(await backend.jobs.saveKeptAnswer({ jobId }))),
    dismissRun: (jobId) => attempt(() => backend.jobs.acknowledge({ jobId })),
    destroy() {
      opening.abort();
      stopHistory();
      stopMask();
      stopJobs();
    },
  };

  /** A new run puts away what earlier ones ended with. */
  function dismissEnded(photoId: string): void {
    for (const job of jobsOnPhoto(useJobs.getState().jobs, photoId)) {
      if (!isFinalJobState(job.state)) continue;
      void backend.jobs.acknowledge({ jobId: job.id }).catch(fail);
    }
  }
}

function sizeOf({ width, height }: Photo): Size {
  return { width, height };
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

/** The edit is on the screen; in a window that is not shown, at the latest after a second. */
function afterNextFrame(task: () => void): void {
  let isDue = true;
  const run = (): void => {
    if (!isDue) return;
    isDue = false;
    clearTimeout(timer);
    task();
  };
  const timer = setTimeout(run, 1000);
  requestAnimationFrame(() => setTimeout(run));
}
