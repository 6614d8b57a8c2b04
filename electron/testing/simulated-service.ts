/** A service without a network, in a test's own time. It counts its calls as a bill would. */
import { writeFile } from 'node:fs/promises';
import type { TaskResult } from '../../shared/api/tasks.ts';
import { AppError, type AppErrorKind } from '../../shared/errors/app-error.ts';
import type { JobClock } from '../backend/work/jobs/job-clock.ts';
import type { CallOptions, ServiceClient } from '../backend/service/client/index.ts';
import { hashOf } from './hash-of.ts';
import { aTask } from './task-bench.ts';

export type SubmitFate = 'taken' | 'refused' | 'limited' | 'rejected' | 'answer lost' | 'failed';
export type LookFate = 'answered' | 'unreachable' | 'key-rejected' | 'not-found' | 'odd status';
export type DownloadFate = 'sent' | 'broken' | 'expired' | 'disk-full';

/** The dice. Each is asked once for each call. */
export interface Fates {
  submit(): SubmitFate;
  look(): LookFate;
  download(): DownloadFate;
  task(): 'succeeds' | 'fails';
  /** Duration of a step, ms. */
  duration(): number;
}

/** The service's record of a paid call. */
interface Account {
  /** When requests reached the service, also refused ones; by group. */
  readonly arrivals: { readonly group: 'image' | 'video' | 'upload'; readonly at: number }[];
  /** Counts of requests, by the seed or part that identifies them. */
  readonly done: Map<string, number>;
}

export type SimulatedService = ReturnType<typeof createSimulatedService>;

interface SimulatedTask {
  readonly id: string;
  readonly endsAt: number;
  readonly end: 'succeeds' | 'fails';
}

export function createSimulatedService(clock: JobClock, fates: Fates, picture: Uint8Array) {
  const account: Account = { arrivals: [], done: new Map() };
  const tasks = new Map<string, SimulatedTask>();
  let open = 0;
  let isHealed = false;
  const dice = {
    submit: () => (isHealed ? 'taken' : fates.submit()),
    look: () => (isHealed ? 'answered' : fates.look()),
    download: () => (isHealed ? 'sent' : fates.download()),
  } as const;

  async function wait(signal: AbortSignal | undefined, progress: 'sent' | 'not sent') {
    open += 1;
    try {
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          callOff();
          reject(failure('cancelled', { request: progress }));
        };
        const callOff = clock.after(isHealed ? 100 : fates.duration(), () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        });
        if (signal?.aborted === true) onAbort();
        else signal?.addEventListener('abort', onAbort, { once: true });
      });
    } finally {
      open -= 1;
    }
  }

  /** One paid call, up to its answer. */
  async function submit(
    group: 'image' | 'video' | 'upload',
    name: string,
    { signal, onPhase }: CallOptions,
  ): Promise<void> {
    service.onSubmit();
    const fate = dice.submit();
    if (fate === 'refused') {
      await wait(signal, 'not sent');
      throw failure('unreachable', { request: 'not sent' });
    }
    account.arrivals.push({ group, at: clock.now() });
    onPhase?.({ phase: 'sending', sentBytes: 1, totalBytes: 2 });
    const isDone = fate === 'taken' || fate === 'answer lost' || fate === 'failed';
    if (isDone) account.done.set(name, (account.done.get(name) ?? 0) + 1);
    onPhase?.({ phase: 'waiting' });
    await wait(signal, 'sent');
    const sent = { request: 'sent' };
    switch (fate) {
      case 'limited':
        throw failure('rate-limited', { ...sent, retryAfterSeconds: 7 });
      case 'rejected':
        throw failure('rejected', { ...sent, status: 400 });
      case 'answer lost':
        throw failure('outcome-unknown', { ...sent, outcome: 'unknown' });
      case 'failed':
        throw failure('service-failed', { ...sent, outcome: 'unknown' });
      case 'taken':
        onPhase?.({ phase: 'receiving', receivedBytes: 0, totalBytes: undefined });
    }
  }

  async function answer(
    name: string,
    options: CallOptions & { readonly answerPath: string },
  ): ReturnType<ServiceClient['cleanup']> {
    await submit('image', name, options);
    await writeFile(options.answerPath, picture);
    return { imageType: 'png', path: options.answerPath, byteLength: picture.byteLength };
  }

  async function task(
    group: 'image' | 'video',
    name: string,
    options: CallOptions,
  ): Promise<{ taskId: string; warning: undefined }> {
    await submit(group, name, options);
    const id = `task-${tasks.size}`;
    const endsAt = clock.now() + fates.duration();
    tasks.set(id, { id, endsAt, end: isHealed ? 'succeeds' : fates.task() });
    return { taskId: id, warning: undefined };
  }

  async function look(taskId: string, options: CallOptions = {}): Promise<TaskResult> {
    const fate = dice.look();
    await wait(options.signal, 'sent');
    if (fate === 'unreachable' || fate === 'key-rejected') throw failure(fate);
    const found = tasks.get(taskId);
    if (found === undefined || fate === 'not-found') throw failure('not-found');
    if (fate === 'odd status') return aTask('unrecognised', { taskId });
    if (clock.now() < found.endsAt) return aTask('processing', { taskId, progress: 0.5 });
    if (found.end === 'fails') return aTask('failed', { taskId, reason: 'The dice said so' });
    return aTask('succeeded', { taskId, urls: [`https://storage.test/${taskId}`] });
  }

  const unused = () => Promise.reject(new Error('not simulated'));
  const client = {
    cleanup: (_request, options) => answer('cleanup', options),
    removeText: (_request, options) => answer('remove-text', options),
    mergeFace: (_request, options) => answer('merge-face', options),
    submitVideo: ({ parameters }, options = {}) => task('video', nameOf(parameters.seed), options),
    submitUpscale: ({ parameters }, options = {}) => task('image', parameters.upscaler, options),
    taskResult: look,
    progress: look,
    async uploadTrainingImage(_request, options = {}) {
      await submit('upload', 'upload', options);
      return { assetId: '17' };
    },
    async download(_url, { answerPath, signal }) {
      const fate = dice.download();
      await wait(signal, 'sent');
      if (fate === 'broken') throw failure('unreachable');
      if (fate === 'expired' || fate === 'disk-full') throw failure(fate);
      await writeFile(answerPath, picture);
      const { byteLength } = picture;
      const hash = hashOf(picture);
      return { path: answerPath, byteLength, hash, kind: 'png', mediaType: 'image/png' };
    },
    requestUpload: unused,
    upload: unused,
    listBills: unused,
    listModels: unused,
    checkKey: unused,
    close: () => undefined,
  } satisfies Partial<ServiceClient> as unknown as ServiceClient;

  const service = {
    client,
    account,
    openCalls: (): number => open,
    /** From now on everything goes well. */
    heal(): void {
      isHealed = true;
    },
    /** Called when a paid call is made, before anything else. */
    onSubmit: (): void => undefined,
  };
  return service;
}

function nameOf(seed: string | number | undefined): string {
  return `seed ${seed ?? 'none'}`;
}

function failure(kind: AppErrorKind, details: Record<string, string | number> = {}): AppError {
  return new AppError(kind, `Simulated: ${kind}.`, { details });
}
