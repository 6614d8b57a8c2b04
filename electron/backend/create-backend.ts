/** Puts the rooms of the backend together, which know the ports and not the host. */
import { once } from 'node:events';
import { release } from 'node:os';
import type { Settings } from '../../shared/contract/settings.ts';
import { toAppError, type AppError, type AppErrorData } from '../../shared/errors/app-error.ts';
import { createActivity } from './accounts/activity/activity.ts';
import type { ReportedFailure } from './accounts/activity/report.ts';
import { createConnectionRows } from './accounts/connections/connection-rows.ts';
import { createConnections } from './accounts/connections/connections.ts';
import { openFirstOrigins } from './accounts/connections/connection-keys.ts';
import { createPriceStore } from './accounts/connections/price-store.ts';
import { createSpend } from './accounts/spend/spend.ts';
import { appProcedures } from './api/desktop/app-procedures.ts';
import { createDesktop, type Desktop } from './api/desktop/desktop.ts';
import { linkProcedures } from './api/links/links.ts';
import { createHandedFiles, createMediaHandler, type MediaHandler } from './api/media/index.ts';
import { createRouter, type Router } from './api/router/router.ts';
import { createEndurance } from './api/self-check/endurance.ts';
import { createThreadFinding, selfCheckProcedures } from './api/self-check/self-check.ts';

import { createLanguage } from './language/language.ts';
import { closeDatabase, openDatabase, type OpenedDatabase } from './library/database.ts';
import { openLibrary } from './library/library.ts';
import { openLibraryLocation } from './library/open-library-location.ts';
import { createRecovery } from './library/recovery.ts';
import { startError } from './library/start-error.ts';
import { createRemovables } from './library/storage/removables.ts';
import { diskSpace, watchSpace } from './library/storage/space.ts';
import { createStorage } from './library/storage/storage.ts';
import { tendRegularly } from './library/tend-regularly.ts';
import { hearOfLeftOut } from './library/unreadable.ts';
import { isDiskError } from './service/common/background.ts';
import { createRedactor, type CallTimeouts } from './service/client/index.ts';
import { createChanges } from './service/common/changes.ts';
import { createCleanError } from './service/common/clean-error.ts';
import { CLOSES_WITHIN, closeInTime } from './service/common/close-in-time.ts';
import type { HostPorts } from './service/common/ports.ts';
import { configureImaging } from './vision/imaging/configure.ts';
import type { Follows } from './work/recipes/follow/follows.ts';
import type { RecipeRuns } from './work/recipes/recipe-runs.ts';
import type { RunSources } from './work/recipes/run-sources.ts';
import { openTrainingFiles } from './work/training/training-files.ts';
import { createTrainingStore } from './work/training/training-store.ts';
import { createWork, type Work } from './work/work.ts';
import { createTraining, type Training } from './work/training/training.ts';
import type { UploadWaits } from './work/training/training-uploader.ts';

const FAILURES = 50;

interface BackendOptions {
  readonly version: string;
  readonly timeouts?: Partial<CallTimeouts> | undefined;
  readonly uploadWaits?: UploadWaits | undefined;
  /** Interval of scans of watched folders, ms; 0: no automatic scans. */
  readonly followEvery?: number | undefined;
  /** Time limit of the shutdown, ms. */
  readonly closesWithin?: number | undefined;
}

export interface Backend {
  readonly router: Router;
  readonly media: MediaHandler;
  /** Tells an upload the absolute path of its file, see `api/media/handed-files.ts`. */
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
   * @param options.isHurried the system is shutting down: skips the backup, also one that has begun
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

type Core = Awaited<ReturnType<typeof createCore>>;

/** @param options.home default data folder, which may not contain the library */
async function assemble(
  ports: HostPorts,
  options: BackendOptions & { readonly home: string },
  opened: OpenedDatabase,
  releaseLock: () => void,
): Promise<Backend> {
  const { version } = options;
  const core = await createCore(ports, options, opened);
  const { database, folder, log, backups, files, crashGuard, patches, settings, activity } = core;
  const threads = createThreadFinding(settings, ports.startReader);
  const work = await createWork({
    ...core,
    followEvery: options.followEvery,
    openJob: (job) => core.desktop.openJob(job),
    media: (request) => media(request),
  });
  const { runner, recipes } = work;
  const language = createLanguage(core);
  const trainingStore = createTrainingStore(database, () => settings.get().trainingLeastSide);
  const training = createTraining({
    ...core,
    store: trainingStore,
    files: await openTrainingFiles(folder, trainingStore.copies()),
    waits: options.uploadWaits,
  });
  beginActivity(core, version, runner.history, language.models);
  await begin(core, 'answers', () => language.resume());
  await begin(core, 'results', () => patches.removeDeleted());
  function pollNow(): void {
    runner.pollNow();
    training.pollNow();
    core.spend.readSoon();
  }
  core.connections.onChange((edited) => {
    core.changes.publish('connections');
    recipes.recipeRuns.connectionsChanged();
    pollNow();
    language.models.connectionChanged(edited);
  });
  settings.onChange((changes) => {
    core.changes.publish('settings');
    if (changes.resultsMegabytes !== undefined) core.results.keepWithinLimit();
    training.settingsChanged();
  });
  await begin(core, 'jobs', () => runner.resume(core.restoration?.isSettled === false));
  await begin(core, 'recipes', () => recipes.takeUp());
  const recovery = createRecovery(core);
  async function tend(): Promise<void> {
    try {
      language.tend();
      core.usage.removeVariants();
      files.sweep();
      activity.tend();
    } catch (error) {
      log(`files that nothing refers to stay: ${toAppError(error).message}`); // Tried again an hour later.
    }
    await recovery.tidyNames();
    await backups.tend();
  }
  const stopTending = tendRegularly(tend);
  const now = () => Date.now();
  const removables = createRemovables({
    ...core,
    history: runner.history,
    conversations: language.conversations,
    openText: () => JSON.stringify(core.screenState.get()),
    now,
  });
  const storage = createStorage({ ...core, home: options.home, version, removables, now });

  let closed: Promise<void> | undefined;
  const hurry = new AbortController();
  const hurried = once(hurry.signal, 'abort');
  async function close(): Promise<void> {
    core.desktop.close();
    core.changes.close();
    core.space.close();
    void core.clips.close(); // Jobs must not wait for its measurements.
    const { spend, decoded, connections } = core;
    await closeInTime(
      [
        [
          'readings',
          () =>
            Promise.all([
              spend.close(),
              stopTending(),
              recovery.close(),
              decoded.close(),
              storage.close(),
            ]),
        ],
        ['recipes and uploads', () => Promise.all([recipes.close(), training.close()])],
        ['calls', () => Promise.all([runner.close(), language.close()])],
        ['pictures', async () => work.closePictures()],
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
      // The next start deletes an unfinished one.
      if (!hurry.signal.aborted) await Promise.race([hurried, backups.afterClose()]);
    } catch (error) {
      log(`library: no backup was made: ${toAppError(error).message}`); // The next one is tried again.
    } finally {
      releaseLock();
    }
  }

  const handed = createHandedFiles();
  const media = createMediaHandler({ ...core, ...work, ...recipes, training, handed });
  const heading = [`Gesso ${version}`, `${process.platform} ${process.arch} ${release()}`];
  const router = createRouter(core, {
    ...appProcedures({ ...core, version, recovery }),
    ...core.procedures,
    activity: activity.procedures,
    changes: core.changes.procedures,
    connections: core.connections.procedures,
    prices: core.prices.procedures,
    ...core.spend.procedures,
    ...work.procedures,
    ...language.procedures,
    training: training.procedures,
    storage: storage.procedures,
    links: linkProcedures(ports),
    selfCheck: selfCheckProcedures(ports, heading, createEndurance(core), threads),
  });
  return {
    router,
    media,
    placeUpload: handed.place,
    desktop: core.desktop,
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
      if (isToTell) core.desktop.tell(uncaughtError(core.cleanError(thrown)));
    },
    pollNow,
    whenIdle: () => runner.whenIdle(),
    tend,
    close({ isHurried = false } = {}) {
      if (isHurried) hurry.abort();
      return (closed ??= close());
    },
  };
}

/** What the other rooms build on: the library, the accounts, and news for the window. */
async function createCore(
  ports: HostPorts,
  { home, timeouts }: BackendOptions & { readonly home: string },
  opened: OpenedDatabase,
) {
  const { database, restoration } = opened;
  const folder = ports.paths.data;
  const redactor = createRedactor();
  // SECURITY: S22 one sink: every line is redacted here, wherever it comes from.
  const log = (line: string) => ports.writeLogLine(redactor.redact(line));
  const cleanError = createCleanError(redactor, [
    { path: folder, name: 'data folder' },
    { path: ports.paths.samples, name: 'sample photos' },
  ]);
  const library = await openLibrary(opened, { ports, log });
  const { settings } = library;
  const changes = createChanges();
  const base = { ...library, ports, log, cleanError, changes };
  const prices = createPriceStore(database, () => changes.publish('prices'));
  const desktop = createDesktop(base);
  const activity = createActivity({
    ...base,
    prices,
    now: Date.now,
    onTrouble(error) {
      log(`activity: ${error.message}`);
      desktop.tell(error);
    },
  });
  const leftOut = hearOfLeftOut(database, {
    log,
    note: (error) => activity.noteInner(error),
    tell: (error) => desktop.tell(error),
  });
  const space = watchSpace(() => diskSpace(folder), desktop.tell, log);
  const connections = createConnections({
    ...base,
    firstOrigins: openFirstOrigins(
      home,
      () => createConnectionRows(database).all(),
      restoration !== undefined,
    ),
    clientOptions: {
      timeouts,
      limits: () => limitsOf(settings.get()),
      log,
      redactor,
      onCall(call) {
        activity.take(call);
        void space.check();
      },
    },
  });
  const openSpend = () => desktop.runCommand('go.spend', false);
  const spend = createSpend({ ...base, connections, openSpend });
  const { budgetGuard } = spend;
  return {
    ...base,
    prices,
    desktop,
    activity,
    leftOut,
    space,
    connections,
    spend,
    budgetGuard,
  };
}

/** ms. */
function limitsOf({ answerSilence, answerMinutes }: Settings): Partial<CallTimeouts> {
  const silence = answerSilence * 1000;
  return { answer: silence, silence, whole: answerMinutes * 60_000 };
}

/** Connects Activity to rooms that it may not import. Call before the first service call. */
function beginActivity(
  { activity, connections }: Core,
  version: string,
  history: Work['runner']['history'],
  models: ReturnType<typeof createLanguage>['models'],
): void {
  activity.begin({
    version,
    modelPrices: (connectionId, model) => models.factsOf(connectionId, model).prices,
    connectionName: (connectionId) => connections.named(connectionId).name,
    async connections() {
      const all = await connections.list();
      return {
        accounts: all.filter(({ kind }) => kind === 'account').length,
        isPracticeActive: all.some(({ kind, isActive }) => kind === 'practice' && isActive),
      };
    },
    failures: () =>
      history
        .list({ states: ['failed', 'unknown'], limit: FAILURES })
        .flatMap(({ kind, createdAt, endedAt, error }): readonly ReportedFailure[] =>
          error === undefined ? [] : [{ at: endedAt ?? createdAt, what: kind, error }],
        ),
  });
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
    if (isDiskError(error)) throw error;
    leftOut('part of the start', part, error);
  }
}

/** The failed work is unknown, so only disk errors have messages of their own. */
function uncaughtError(error: AppError): AppErrorData {
  if (error.kind !== 'unexpected') return error.toData();
  return {
    ...error.toData(),
    message: 'Something went wrong in Gesso. If something no longer works, start Gesso again.',
  };
}
