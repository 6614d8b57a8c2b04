/** The job engine on a real database and files, in time that moves when the test says so. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DatabaseSync } from 'node:sqlite';
import { createRouterClient } from '@orpc/server';
import type { VideoJobRequest } from '../../shared/contract/job-requests.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/settings.ts';
import type { TaskResult } from '../../shared/api/tasks.ts';
import { AppError, toAppError, type AppErrorKind } from '../../shared/errors/app-error.ts';
import { createClipMeter, type ClipMeter } from '../backend/vision/imaging/clips/clip-facts.ts';
import { openAnswers } from '../backend/work/jobs/log/answers.ts';
import { createJobRunner, type JobRunner } from '../backend/work/jobs/job-runner.ts';
import type { JobClock } from '../backend/work/jobs/job-clock.ts';
import type { JobRates } from '../backend/work/jobs/job-works.ts';
import { createSettingsStore } from '../backend/library/settings/settings-store.ts';
import { createVideoMeasures } from '../backend/work/jobs/measures/video-measures.ts';
import { clipProcedures } from '../backend/work/jobs/clip-orders.ts';
import { createJobStore, type JobStore } from '../backend/work/jobs/log/job-store.ts';
import { openDatabase } from '../backend/library/database.ts';
import { openFileStore, type FileStore } from '../backend/library/file-store.ts';
import { createMaskStore } from '../backend/library/mask-store.ts';
import { createPatchStore } from '../backend/library/patch-store.ts';
import { openDecodedPhotos } from '../backend/library/decoded-photos.ts';
import { createPhotoStore } from '../backend/library/photo-store.ts';
import { openCrashGuard } from '../backend/library/crash-guard.ts';
import type { Notice, WorkProgress } from '../backend/service/common/ports.ts';
import type { CallOptions, ServiceClient } from '../backend/service/client/index.ts';
import { createFakeClock } from './fake-clock.ts';
import { hashOf } from './hash-of.ts';
import { noisePng } from './pictures.ts';
import { endsWithTest } from './ends-with-test.ts';

/** How the service behaves; each part by default well. A promise holds the call. */
export interface TaskScript {
  /** @param number how many were submitted before @returns the task's id */
  submit?: (number: number, seed: string) => Promise<string> | string;
  /** @param number how many looks there were before, over all tasks */
  look?: (taskId: string, number: number) => Promise<TaskResult> | TaskResult;
  /** @returns the file's bytes */
  download?: (url: string, number: number) => Promise<Buffer> | Buffer;
}

export type TaskBench = Awaited<ReturnType<typeof createTaskBench>>;

const METER_LIMITS = { milliseconds: 2500, megabytes: 64, idleMilliseconds: 60_000 } as const;

/** Opens jobs with their stores on a folder, as the backend does. */
export async function openJobEngine(
  folder: string,
  {
    clock,
    client,
    rates,
    price,
    clips = createClipMeter(),
    ports = { notify: () => undefined, showsNotices: () => true },
  }: {
    readonly clock: JobClock;
    readonly client: ServiceClient;
    readonly rates: JobRates;
    readonly price?: number | undefined;
    readonly clips?: ClipMeter;
    readonly ports?: Parameters<typeof createJobRunner>[0]['ports'];
  },
) {
  const { database } = await openDatabase(folder);
  database.exec('PRAGMA synchronous = OFF'); // no power cut is simulated here
  const files = await openFileStore(database, folder);
  const masks = createMaskStore(database);
  const patches = createPatchStore({ database, files, masks });
  const decoded = await openDecodedPhotos(join(folder, 'decoded'), () => undefined);
  const crashGuard = openCrashGuard(folder, () => undefined);
  const photos = createPhotoStore({ database, files, patches, decoded, crashGuard });
  const jobs = createJobStore(database, () => clock.now());
  const connection = { id: 'account', name: 'Account', baseUrl: 'https://service.test' };
  const runner = createJobRunner({
    database,
    folder,
    files,
    photos,
    patches,
    masks,
    jobs,
    clips,
    crashGuard,
    videoMeasures: createVideoMeasures(createSettingsStore(database)),
    answers: await openAnswers(folder, files),
    connections: {
      active: () => connection,
      named: () => connection,
      exists: () => true,
      ready: () => Promise.resolve({ ...connection, client }),
    },
    ports,
    cleanError: toAppError,
    log: () => undefined,
    rates: () => rates,
    work: () => DEFAULT_SETTINGS,
    prices: { of: () => price },
    clock,
  });
  return {
    database,
    jobs,
    files,
    clips,
    crashGuard,
    runner,
    async addPhoto(picture: Uint8Array, name: string): Promise<string> {
      return (await photos.import(Readable.from([picture]), name)).id;
    },
    /** @param before done while only the database is open */
    async close(before?: () => Promise<void>): Promise<void> {
      await clips.close();
      await runner.close();
      crashGuard.close();
      await before?.();
      database.close();
    },
  };
}

/** @param options.rates 100 calls a minute unless given */
export async function createTaskBench(
  script: TaskScript = {},
  options: {
    readonly perMinute?: number;
    readonly price?: number;
    readonly isInFront?: boolean;
  } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'gesso-tasks-'));
  /** Bytes of a small PNG: what a download brings unless the script says otherwise. */
  const picture = await noisePng(64, 48);
  const clock = createFakeClock(1_800_000_000_000, () => 0.5);
  /** Seeds of the submitted requests, and the moments of all looks, in order. */
  const seen = { submitted: [] as string[], looks: [] as number[], downloads: [] as string[] };
  const notices: Notice[] = [];
  const progress: (WorkProgress | undefined)[] = [];
  let photoId = '';
  let held = 0;
  let looking = 0;
  let mostLooks = 0;

  /** Runs a part of the script, which counts as `held` while it takes its time. */
  async function play<Answer>(
    part: () => Promise<Answer> | Answer,
    { signal }: CallOptions,
  ): Promise<Answer> {
    held += 1;
    try {
      return await Promise.race([Promise.resolve().then(part), abortion(signal)]);
    } finally {
      held -= 1;
    }
  }

  async function look(taskId: string, callOptions: CallOptions = {}): Promise<TaskResult> {
    const number = seen.looks.push(clock.now()) - 1;
    looking += 1;
    mostLooks = Math.max(mostLooks, looking);
    try {
      return await play(() => script.look?.(taskId, number) ?? aTask('succeeded'), callOptions);
    } finally {
      looking -= 1;
    }
  }

  const client = {
    async submitVideo({ parameters }, callOptions = {}) {
      const seed = String(parameters.seed);
      const number = seen.submitted.push(seed) - 1;
      const taskId = await play(
        () => script.submit?.(number, seed) ?? `task-${number}`,
        callOptions,
      );
      return { taskId };
    },
    taskResult: look,
    progress: look,
    async download(url, { answerPath, ...callOptions }) {
      const number = seen.downloads.push(url) - 1;
      const bytes = await play(() => script.download?.(url, number) ?? picture, callOptions);
      await writeFile(answerPath, bytes);
      const { byteLength } = bytes;
      const hash = hashOf(bytes);
      return { path: answerPath, byteLength, hash, kind: 'png', mediaType: 'image/png' };
    },
  } satisfies Partial<ServiceClient> as unknown as ServiceClient;

  const rates: JobRates = {
    concurrentCalls: 4,
    perMinute: { image: 100, video: options.perMinute ?? 100, upload: 100 },
  };

  async function open() {
    const engine = await openJobEngine(folder, {
      clock,
      client,
      rates,
      price: options.price,
      // quick to give up: time is simulated here, and a damaged clip keeps it standing
      clips: createClipMeter(METER_LIMITS),
      ports: {
        notify: (notice) => void notices.push(notice),
        showsNotices: () => options.isInFront !== true,
        showProgress: (shown) => void progress.push(shown),
      },
    });
    if (photoId === '') photoId = await engine.addPhoto(picture, 'harbour.png');
    await engine.runner.resume(false);
    return engine;
  }

  let running = await open();

  /** Waits until everything that is under way waits for the clock or the script. */
  async function waitUntilQuiet(): Promise<void> {
    let quietRounds = 0;
    while (quietRounds < 3) {
      await new Promise((resolve) => setImmediate(resolve));
      quietRounds = running.runner.busyCount() === held ? quietRounds + 1 : 0;
    }
  }

  const bench = {
    folder,
    clock,
    script,
    seen,
    notices,
    progress,
    picture,
    get photoId(): string {
      return photoId;
    },
    /** Most looks that were open at the same time. */
    mostLooks: (): number => mostLooks,
    runner: (): JobRunner => running.runner,
    /** Calls its procedures as the window does. */
    client: () => createRouterClient(running.runner.procedures),
    jobs: (): JobStore => running.jobs,
    files: (): FileStore => running.files,
    clipOrders: () => {
      const { history } = running.runner;
      return createRouterClient(clipProcedures({ ...running, history }));
    },
    database: (): DatabaseSync => running.database,
    request: (seed: string | number): VideoJobRequest => ({
      kind: 'video',
      picture: { photoId },
      parameters: { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 4, seed: String(seed) },
    }),
    async start(seed: string | number): Promise<string> {
      const { jobId } = running.runner.start(bench.request(seed));
      await waitUntilQuiet();
      return jobId;
    },
    /** By id, as the window sees it. */
    job(jobId: string): Job {
      const found = running.runner.list({ limit: 500 }).find(({ id }) => id === jobId);
      if (found === undefined) throw new Error(`There is no job ${jobId} in the list.`);
      return found;
    },
    /** Lets time pass; everything that is due happens. */
    async pass(milliseconds: number): Promise<void> {
      const until = clock.now() + milliseconds;
      await waitUntilQuiet();
      while (clock.now() < until) {
        clock.advance(until - clock.now());
        await waitUntilQuiet();
      }
    },
    /** Closes and opens again on the same folder. @param between what the last run has left behind */
    async restart(between?: () => Promise<void>): Promise<void> {
      await running.close(between);
      running = await open();
      await waitUntilQuiet();
    },
    async [Symbol.asyncDispose]() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return endsWithTest(bench);
}

/** An answer about a task. @param urls of its files; one unless given */
export function aTask(
  status: TaskResult['status'],
  changes: Partial<TaskResult> & { readonly urls?: readonly string[] } = {},
): TaskResult {
  const { urls = ['https://storage.test/file'], ...facts } = changes;
  return {
    taskId: undefined,
    status,
    rawStatus: status,
    reason: undefined,
    progress: undefined,
    etaSeconds: undefined,
    seed: undefined,
    files: (status === 'succeeded' ? urls : []).map((url) => ({
      url,
      mediaHint: undefined,
      expiresAt: undefined,
      contentCheck: undefined,
    })),
    previews: [],
    finishedAt: undefined,
    ...facts,
  };
}

/** An error as the service client throws it. */
export function failure(
  kind: AppErrorKind,
  details: Readonly<Record<string, string | number>> = { request: 'sent' },
): AppError {
  return new AppError(kind, `Scripted: ${kind}.`, { details });
}

function abortion(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(failure('cancelled'));
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}
