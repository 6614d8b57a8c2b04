/** Assembles the backend, which knows the ports and not the host. */
import { release } from 'node:os';
import { toAppError, type AppError, type AppErrorData } from '../../shared/errors/app-error.ts';
import { beginActivity } from './assemble-activity.ts';
import { assembleCore, type Core } from './assemble-core.ts';
import { assembleMedia } from './assemble-media.ts';
import { assembleWork } from './assemble-work.ts';
import { CLOSES_WITHIN, closeInTime } from './service/common/close-in-time.ts';
import type { Desktop } from './api/desktop/desktop.ts';
import { configureImaging } from './vision/imaging/configure.ts';
import { createLinks } from './api/links/links.ts';
import type { Follows } from './work/recipes/follow/follows.ts';
import type { RecipeRuns } from './work/recipes/recipe-runs.ts';
import type { RunSources } from './work/recipes/run-sources.ts';
import { readNotices } from './vision/imaging/notices.ts';
import { clipProcedures } from './work/jobs/clip-orders.ts';
import { createLanguage } from './language/language.ts';
import { closeDatabase, openDatabase, type OpenedDatabase } from './library/database.ts';
import { createRecovery } from './library/recovery.ts';
import { isOfDisk } from './library/unreadable.ts';
import { openLibraryLocation } from './library/open-library-location.ts';
import { startError } from './library/start-error.ts';
import { tendRegularly } from './library/tend-regularly.ts';
import { createTextBoxStore } from './library/text-box-store.ts';
import { createHandedFiles, type MediaHandler } from './api/media/index.ts';
import type { HostPorts } from './service/common/ports.ts';
import { createRouter, type Router } from './api/router/router.ts';
import type { CallTimeouts } from './service/client/index.ts';
import { createEndurance } from './api/self-check/endurance.ts';
import { createSelfCheck } from './api/self-check/self-check.ts';
import { createThreadFinding } from './api/self-check/thread-finding.ts';
import { createSaveKeys } from './library/settings/save-keys.ts';
import {
  createScreenStateStore,
  type ScreenStateStore,
} from './library/settings/screen-state-store.ts';
import { openTrainingFiles } from './work/training/training-files.ts';
import { createTrainingStore } from './work/training/training-store.ts';
import { createTraining, type Training } from './work/training/training.ts';
import type { UploadWaits } from './work/training/training-uploader.ts';
import type { JobHistory } from './work/jobs/log/job-history.ts';
import { createRemovables } from './library/storage/removables.ts';
import { createStorage, type LibraryStorage } from './library/storage/storage.ts';

export interface BackendOptions {
  readonly version: string;
  /** Shorter in tests. */
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  /** Shorter in tests. */
  readonly uploadWaits?: UploadWaits | undefined;
  /** Interval of scans of watched folders, ms; 0: no automatic scans. */
  readonly followEvery?: number | undefined;
  /** Time limit of the shutdown, ms. */
  readonly closesWithin?: number | undefined;
}

export interface Backend {
  readonly router: Router;
  readonly media: MediaHandler;
  /**
   * Tells an upload the absolute path of its file, see `electron/backend/api/media/handed-files.ts`.
   */
  placeUpload(upload: string, path: string): void;
  /** For files from outside, and the system's menu. */
  readonly desktop: Desktop;
  readonly training: Pick<Training, 'addPaths'>;
  readonly recipes: Pick<RunSources, 'takeDropped' | 'addPaths'> &
    Pick<RecipeRuns, 'start'> &
    Pick<Follows, 'scanFolder'>;
  /** See `crash-handler.ts`. @param isToTell false if the window already knows */
  uncaught(error: unknown, isToTell: boolean): void;
  /** Call after sleep, or when the network is back. */
  pollNow(): void;
  /** Resolves when no paid call is running. */
  whenIdle(): Promise<void>;
  /** Runs a minute after the start and every hour. Never rejects. */
  tend(): Promise<void>;
  /**
   * The next start resumes aborted work. May be called twice.
   * @param options.isHurried the system is shutting down: skips the backup
   */
  close(options?: { readonly isHurried?: boolean }): Promise<void>;
}

/** @throws AppError `in-use`, `database-newer`, `disk-full`, `storage` */
export async function createBackend(ports: HostPorts, options: BackendOptions): Promise<Backend> {
  configureImaging();
  const home = ports.paths.data;
  const location = await openLibraryLocation(home, (line) => ports.writeLogLine(line)).catch(
    async (error: unknown) => {
      throw await startError(error, [home]);
    },
  );
  const { folder } = location;
  const portsHere: HostPorts = { ...ports, paths: { ...ports.paths, data: folder } };
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(folder, (line) => ports.writeLogLine(line));
    return await assemble(portsHere, { ...options, home }, opened, () => location.release());
  } catch (error) {
    opened?.database.close();
    location.release();
    throw await startError(error, [folder, home]);
  }
}

async function assemble(
  ports: HostPorts,
  options: BackendOptions & { readonly home: string },
  opened: OpenedDatabase,
  releaseLock: () => void,
): Promise<Backend> {
  const { database, restoration } = opened;
  const core = await assembleCore(ports, options.home, opened, options.timeouts);
  const { folder, log, cleanError, backups, files, crashGuard, clips, patches, decoded } = core;
  const { activity, settings, connections, usage, results, desktop, jobStore, spend } = core;
  const threads = createThreadFinding(settings, ports.startReader);
  const { jobs, videoMeasures, patchMixes, saving, pictureTools, recipes } = await assembleWork(
    core,
    options.followEvery,
  );
  const language = createLanguage(core);
  const trainingStore = createTrainingStore(database, () => settings.get().trainingLeastSide);
  const training = createTraining({
    store: trainingStore,
    files: await openTrainingFiles(folder, trainingStore.copies()),
    crashGuard,
    settings,
    connections,
    ports,
    cleanError,
    log,
    waits: options.uploadWaits,
  });
  beginActivity(core, {
    version: options.version,
    history: jobs.history,
    models: language.models,
  });
  await begin(core, 'answers', () => language.resume());
  await begin(core, 'results', () => patches.removeDeleted());
  connections.onChange(() => {
    jobs.pollNow();
    training.pollNow();
    spend.changed();
    language.models.connectionChanged();
  });
  settings.onChange((changes) => {
    if (changes.resultsMegabytes !== undefined) results.keepWithinLimit();
    training.settingsChanged();
  });
  await begin(core, 'jobs', () => jobs.resume(restoration?.isSettled === false));
  await begin(core, 'recipes', () => recipes.takeUp());
  const recovery = createRecovery({ ...core, folder, database, restoration, log });
  async function tend(): Promise<void> {
    try {
      language.purge();
      usage.removeVariants();
      files.sweep();
      activity.tend();
    } catch (error) {
      log(`files that nothing refers to stay: ${toAppError(error).message}`); // Tried again an hour later.
    }
    await recovery.tidyNames();
    await backups.tend();
  }
  const stopTending = tendRegularly(tend);
  const screenState = createScreenStateStore(database);
  const storage = assembleStorage(core, {
    home: options.home,
    version: options.version,
    history: jobs.history,
    conversations: language.conversations,
    screenState,
  });

  let closed: Promise<void> | undefined;
  async function close(isHurried: boolean): Promise<void> {
    desktop.close();
    core.space.close();
    void clips.close(); // Jobs must not wait for its measurements.
    const together = (...ends: readonly Promise<unknown>[]) => Promise.all(ends);
    await closeInTime(
      [
        [
          'readings',
          () =>
            together(
              spend.close(),
              stopTending(),
              recovery.close(),
              decoded.close(),
              storage.close(),
            ),
        ],
        ['recipes and uploads', () => together(recipes.close(), training.close())],
        ['calls', () => together(jobs.close(), language.close())],
        ['pictures', async () => pictureTools.close()],
        ['connections', () => connections.close()],
      ],
      options.closesWithin ?? CLOSES_WITHIN,
      log,
    );
    crashGuard.close();
    activity.close(); // The last calls have ended.
    backups.noteClosing();
    closeDatabase(database, folder);
    try {
      if (!isHurried) await backups.afterClose();
    } catch (error) {
      log(`library: no backup was made: ${toAppError(error).message}`); // The next one is tried again.
    } finally {
      releaseLock();
    }
  }

  const endurance = createEndurance({ database, folder, ports });
  const handed = createHandedFiles();
  const media = assembleMedia(core, {
    handed,
    previews: jobs.previews,
    patchMixes,
    ...saving,
    ...pictureTools,
    training,
    ...recipes,
  });
  return {
    router: createRouter({
      ...core,
      info: () => ({
        version: options.version,
        recovery: recovery.state(),
        hasMenu: ports.showMenu !== undefined,
        canCloseWindow: ports.closeWindow !== undefined,
        canLink: ports.chooseTrainingFiles !== undefined,
      }),
      libraries: () => readNotices(ports.paths.notices),
      showMenu: (menu) => ports.showMenu?.(menu),
      closeWindow: () => ports.closeWindow?.(),
      screenState,
      storage,
      saveKeys: createSaveKeys(ports, settings),
      textBoxes: createTextBoxStore(database),
      jobs: jobs.procedures,
      language,
      training,
      recipes: recipes.procedures,
      cancelMany: recipes.cancelMany,
      videoMeasures,
      patchMixes,
      clipProcedures: clipProcedures({
        jobs: jobStore,
        files,
        clips,
        crashGuard,
        history: jobs.history,
      }),
      ...saving,
      shownPictures: saving.shownBy(media),
      ...pictureTools,
      links: createLinks(ports),
      selfCheck: createSelfCheck(ports, systemLines(options.version), endurance, threads),
    }),
    media,
    placeUpload: handed.place,
    desktop,
    training,
    recipes: {
      ...recipes.recipeSources,
      start: recipes.recipeRuns.start,
      scanFolder: recipes.recipeFollows.scanFolder,
    },
    uncaught(thrown, isToTell) {
      activity.noteInner(thrown);
      log(
        `uncaught: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`,
      );
      if (isToTell) desktop.tell(uncaughtError(cleanError(thrown)));
    },
    pollNow() {
      jobs.pollNow();
      training.pollNow();
    },
    whenIdle: () => jobs.whenIdle(),
    tend,
    close: ({ isHurried = false } = {}) => (closed ??= close(isHurried)),
  };
}

/** Runs a part of the start; if it fails, the others continue and the window opens. */
async function begin(
  { leftOut }: Pick<Core, 'leftOut'>,
  part: string,
  action: () => Promise<void> | void,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (isOfDisk(error)) throw error;
    leftOut('part of the start', part, error);
  }
}

function systemLines(version: string): readonly string[] {
  return [`Gesso ${version}`, `${process.platform} ${process.arch} ${release()}`];
}

/** The failed work is unknown, so only disk errors have messages of their own. */
function uncaughtError(error: AppError): AppErrorData {
  if (error.kind !== 'unexpected') return error.toData();
  return {
    ...error.toData(),
    message: 'Something went wrong in Gesso. If something no longer works, start Gesso again.',
  };
}

/** @param deps.home default data folder, which may not contain the library */
function assembleStorage(
  core: Core,
  deps: {
    readonly home: string;
    readonly version: string;
    readonly history: JobHistory;
    readonly conversations: ReturnType<typeof createLanguage>['conversations'];
    readonly screenState: ScreenStateStore;
  },
): LibraryStorage {
  const { database, folder } = core;
  const removables = createRemovables({
    ...core,
    ...deps,
    openText: () => JSON.stringify(deps.screenState.get()),
    now: () => Date.now(),
  });
  return createStorage({ ...core, ...deps, database, folder, removables, now: () => Date.now() });
}
