/** Puts the backend together. Knows neither Electron nor the browser host, only the ports. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { createBatchRunner } from './batch/batch-runner.ts';
import { createBatchStore } from './batch/batch-store.ts';
import { createCleanError } from './clean-error.ts';
import { createConnections } from './connections/connections.ts';
import { createPriceStore } from './connections/price-store.ts';
import { createSavedFolder } from './export/export-folder.ts';
import { createJobOutputFiles } from './export/job-output-files.ts';
import { openPictureOut } from './export/picture-out.ts';
import { createPhotoSaver } from './export/photo-saver.ts';
import { configureImaging } from './imaging/configure.ts';
import { openAnswers } from './jobs/answers.ts';
import { createJobRunner, type JobRates } from './jobs/job-runner.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createLanguageRuns } from './language/language-runs.ts';
import { createRunStore } from './language/run-store.ts';
import { closeDatabase, openDatabase, type OpenedDatabase } from './library/database.ts';
import { openFileStore } from './library/file-store.ts';
import { lockFolder, type FolderLock } from './library/folder-lock.ts';
import { createMaskHistoryStore } from './library/mask-history-store.ts';
import { createMaskStore } from './library/mask-store.ts';
import { createPatchThumbnails } from './library/patch-thumbnails.ts';
import { createPatchStore } from './library/patch-store.ts';
import { createPhotoStore } from './library/photo-store.ts';
import { createPhotoThumbnails } from './library/photo-thumbnails.ts';
import { createSamplePhotos } from './library/sample-photos.ts';
import { createTextBoxStore } from './library/text-box-store.ts';
import { createUsage } from './library/usage.ts';
import { createMediaHandler, type MediaHandler } from './media/index.ts';
import type { HostPorts } from './ports.ts';
import { createRouter, type Router } from './router.ts';
import { createRedactor, type CallTimeouts } from './service/index.ts';
import { createBillCache } from './spend/bill-cache.ts';
import { createSpend } from './spend/spend.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import type { Settings } from '../../shared/contract/settings.ts';

/** Settings of the program that are not the user's. */
export interface BackendOptions {
  readonly version: string;
  /** Shorter ones make the tests of time-outs possible. */
  readonly timeouts?: Partial<CallTimeouts> | undefined;
}

/** The running backend. */
export interface Backend {
  /** For the host's oRPC handler. */
  readonly router: Router;
  /** For everything below `/media/`. */
  readonly media: MediaHandler;
  /** The computer wakes up, or the network is back: running tasks are looked after at once. */
  lookNow(): void;
  /** Resolves when no paid call is under way. */
  whenIdle(): Promise<void>;
  /** Breaks off running work (the next start takes it up) and releases the data folder. May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens the data folder and starts the backend.
 *
 * @throws AppError `in-use`, `database-newer`, `disk-full`, `storage`
 */
export async function createBackend(ports: HostPorts, options: BackendOptions): Promise<Backend> {
  configureImaging();
  const folder = ports.paths.data;
  const lock = await takeFolder(folder);
  let opened: OpenedDatabase | undefined;
  try {
    opened = await openDatabase(folder);
    return await assemble(ports, options, opened, () => lock.release());
  } catch (error) {
    opened?.database.close();
    lock.release();
    throw toAppError(error);
  }
}

async function takeFolder(folder: string): Promise<FolderLock> {
  try {
    // SECURITY: S35 the data folder is readable by its user only.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return lockFolder(folder);
  } catch (error) {
    const { kind, details } = toAppError(error);
    if (kind === 'in-use' || kind === 'disk-full') throw error;
    throw new AppError(
      {
        kind: 'storage',
        message: `Gesso can’t use the folder ${folder} for its data. Check that it is a folder that you may write to, or select another one (--data-dir).`,
        details,
      },
      { cause: error },
    );
  }
}

async function assemble(
  ports: HostPorts,
  options: BackendOptions,
  { database, notices }: OpenedDatabase,
  releaseLock: () => void,
): Promise<Backend> {
  const folder = ports.paths.data;
  const redactor = createRedactor();
  // SECURITY: S22 one sink: every line is redacted here, wherever it comes from.
  const log = (line: string) => ports.writeLogLine(redactor.redact(line));
  const cleanError = createCleanError(redactor, [
    { path: folder, name: 'data folder' },
    { path: ports.paths.samples, name: 'sample photos' },
  ]);
  const files = await openFileStore(database, folder);
  const masks = createMaskStore(database);
  const patches = createPatchStore({ database, files, masks });
  const photos = createPhotoStore({ database, files, patches });
  const samples = createSamplePhotos(ports.paths.samples, join(folder, 'cache'), photos);
  const settings = createSettingsStore(database);
  const connections = createConnections({
    database,
    settings,
    ports,
    clientOptions: { timeouts: options.timeouts, log, redactor },
  });
  const prices = createPriceStore(database);
  const usage = createUsage({
    database,
    patches,
    limitBytes: () => settings.get().resultsMegabytes * 1_000_000,
  });
  function keepResultsWithinLimit(sparedId?: string): void {
    try {
      usage.keepWithinLimit(sparedId);
    } catch (error) {
      log(`hidden results stay: ${toAppError(error).message}`); // tried again after the next result
    }
  }
  const jobStore = createJobStore(database);
  const answers = await openAnswers(folder, files);
  const jobs = createJobRunner({
    database,
    folder,
    files,
    photos,
    patches,
    masks,
    jobs: jobStore,
    answers,
    connections,
    ports,
    cleanError,
    log,
    rates: () => ratesOf(settings.get()),
    work: () => settings.get(),
    prices,
    onResult: () => keepResultsWithinLimit(),
  });
  const batches = createBatchRunner({
    store: createBatchStore(database),
    jobs: jobStore,
    door: jobs.batch,
    photos,
    masks,
    connections,
    ports,
    settings: () => settings.get(),
    log,
  });
  const savedFolder = createSavedFolder(settings, ports);
  const saver = createPhotoSaver({
    photos,
    patches,
    masks,
    jobs: jobStore,
    files,
    ports,
    folder: () => savedFolder.path(),
  });
  const outputs = createJobOutputFiles({
    jobs: jobStore,
    files,
    photos,
    ports,
    folder: () => savedFolder.path(),
  });
  const pictureOut = await openPictureOut(join(folder, 'outgoing'), { photos, patches, ports });
  const language = createLanguageRuns({
    store: createRunStore(database),
    connections,
    cleanError,
    log,
  });
  const spend = createSpend({ cache: createBillCache(database), connections });
  language.resume();
  patches.removeDeleted();
  connections.onChange(() => jobs.lookNow());
  await jobs.resume();
  batches.takeUp();

  let closed: Promise<void> | undefined;
  async function close(): Promise<void> {
    await batches.close();
    await Promise.all([jobs.close(), language.close()]);
    await connections.close();
    closeDatabase(database, folder);
    releaseLock();
  }

  return {
    router: createRouter({
      info: { version: options.version, notices },
      settings,
      connections,
      prices,
      photos,
      patches,
      samples,
      textBoxes: createTextBoxStore(database),
      usage,
      keepResultsWithinLimit,
      jobs,
      batches,
      language,
      spend,
      saver,
      outputs,
      savedFolder,
      pictureOut,
      cleanError,
      log,
    }),
    media: createMediaHandler({
      files,
      photos,
      patches,
      masks,
      thumbnails: createPatchThumbnails(patches),
      photoThumbnails: createPhotoThumbnails({ photos, patches, files }),
      maskHistory: createMaskHistoryStore(database),
      jobs: jobStore,
      samples,
      pictureOut,
      cleanError,
      log,
    }),
    lookNow: () => jobs.lookNow(),
    whenIdle: () => jobs.whenIdle(),
    close: () => (closed ??= close()),
  };
}

function ratesOf(settings: Settings): JobRates {
  const { concurrentCalls, imageCallsPerMinute, videoCallsPerMinute } = settings;
  return {
    concurrentCalls,
    perMinute: {
      image: imageCallsPerMinute,
      video: videoCallsPerMinute,
      upload: Number.POSITIVE_INFINITY,
    },
  };
}
