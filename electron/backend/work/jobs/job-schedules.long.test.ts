/** Random schedules in simulated time; only the service is simulated. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { byDepth } from '../../../testing/depth.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { problemsIn } from '../../../testing/integrity.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { fatesArbitrary, stepArbitrary, type Step } from '../../../testing/random-steps.ts';
import {
  createSimulatedService,
  type Fates,
  type SimulatedService,
} from '../../../testing/simulated-service.ts';
import { openJobEngine } from '../../../testing/task-bench.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { SLOT_WINDOW } from './sending/slot-clock.ts';

const RATES = { concurrentCalls: 2, perMinute: { image: 5, video: 2, upload: Infinity } };
const START = 1_800_000_000_000;

let picture: Buffer;
const folder = testFolder();

beforeAll(async () => {
  picture = await noisePng(24, 24);
});

/** One user's jobs from the first to the last. */
class Schedule {
  readonly dataFolder: string;
  readonly #clock = createFakeClock(START, () => 0.5);
  readonly service: SimulatedService;
  #engine!: Awaited<ReturnType<typeof openJobEngine>>;
  #photoId = '';
  #count = 0;
  /** The user's requests, counted by kind. */
  readonly #wanted = new Map<string, number>();
  readonly #seen = new Map<string, Job>();
  #following = new AbortController();

  constructor(dataFolder: string, fates: Fates) {
    this.dataFolder = dataFolder;
    this.service = createSimulatedService(this.#clock, fates, picture);
  }

  async open(): Promise<void> {
    const { client } = this.service;
    const engine = await openJobEngine(this.dataFolder, {
      clock: this.#clock,
      client,
      rates: RATES,
    });
    this.#engine = engine;
    this.service.onSubmit = () => {
      // The row is on disk before anything leaves; another connection sees only what is committed.
      const leaving = engine.jobs.inStates(['submitting']);
      expect(leaving.length, 'a row says that something leaves').toBeGreaterThan(0);
      expect(leaving.every(({ submittedAt }) => submittedAt !== undefined)).toBe(true);
    };
    if (this.#photoId === '') this.#photoId = await engine.addPhoto(picture, 'noise.png');
    this.#following = new AbortController();
    void this.#follow(this.#following.signal);
    await this.#engine.runner.resume(false);
    await this.#waitUntilQuiet();
  }

  async close(): Promise<void> {
    await this.#engine.close();
    this.#following.abort();
  }

  /** A window's view: nothing out of order, and no bar that goes back. */
  async #follow(signal: AbortSignal): Promise<void> {
    for await (const jobs of this.#engine.runner.changes(-1, signal)) {
      for (const job of jobs) this.#look(job);
    }
  }

  #look(job: Job): void {
    const before = this.#seen.get(job.id);
    if (before !== undefined) {
      expect(job.revision).toBeGreaterThanOrEqual(before.revision);
      const isSameState = job.state === before.state && job.revision === before.revision;
      if (isSameState) expect(job.fraction ?? 1).toBeGreaterThanOrEqual(before.fraction ?? 0);
    }
    this.#seen.set(job.id, job);
  }

  async take(step: Step): Promise<void> {
    const picked = 'pick' in step ? this.jobs()[step.pick] : undefined;
    switch (step.do) {
      case 'start': {
        const request = requestOf(step.what, this.#photoId, this.#count++);
        if (!this.#engine.runner.start(request).joined) this.#want(request);
        break;
      }
      case 'wait':
        await this.#pass(step.milliseconds);
        break;
      case 'cancel':
        if (picked !== undefined) this.#engine.runner.cancel(picked.id);
        break;
      case 'cancel waiting':
        if (picked !== undefined) this.#engine.runner.cancelMany({ jobIds: [picked.id] });
        break;
      case 'send first': {
        const first = this.jobs().find(({ state }) => state === 'waiting');
        if (picked !== undefined) this.#engine.runner.reorder(picked.id, first?.id);
        break;
      }
      case 'remove and restore': {
        if (picked === undefined) break;
        const removed = this.#engine.runner.history.remove({ jobIds: [picked.id] });
        expect(removed).toEqual(isFinalJobState(picked.state) ? [picked.id] : []);
        expect(
          this.#engine.runner.history.restore({ jobIds: removed.length === 0 ? [''] : removed }),
        ).toEqual(removed);
        break;
      }
      case 'run again': {
        if (picked === undefined || picked.state === 'done' || !isFinalJobState(picked.state))
          break;
        const { jobId } = await this.#engine.runner.runAgain(picked.id);
        if (jobId !== picked.id && !this.#isJoined(jobId)) {
          this.#want(this.#engine.jobs.get(jobId)?.request as StartableRequest);
        }
        break;
      }
      case 'look again':
        if (picked?.canPollAgain === true) this.#engine.runner.pollAgain(picked.id);
        break;
      case 'watch': {
        // Gesso's own tasks are known: watching one adds nothing.
        if (picked?.taskId === undefined) break;
        const family = picked.kind === 'upscale' ? 'progress' : 'task-result';
        const watched = this.#engine.runner.watch({ taskId: picked.taskId, family });
        expect(watched).toEqual({ jobId: picked.id, joined: true });
        break;
      }
      case 'look now':
        this.#engine.runner.pollNow();
        break;
      case 'restart':
        await this.close();
        await this.open();
    }
    await this.#waitUntilQuiet();
  }

  /** From here on nothing fails, and time is unlimited. */
  async finish(): Promise<void> {
    this.service.heal();
    this.#engine.runner.pollNow();
    for (let minute = 0; minute < 60 && !this.#isOver(); minute++) await this.#pass(60_000);
  }

  jobs(): readonly Job[] {
    return this.#engine.runner.list({ limit: 500 });
  }

  check(): void {
    for (const [name, times] of this.service.account.done) {
      expect(times, `${name} is done as often as asked for`).toBeLessThanOrEqual(
        this.#wanted.get(name) ?? 0,
      );
    }
    for (const group of ['image', 'video'] as const) {
      const times = this.service.account.arrivals.filter((each) => each.group === group);
      for (const { at } of times) {
        const within = times.filter((other) => other.at <= at && other.at > at - SLOT_WINDOW);
        expect(within.length, `${group} calls within a minute`).toBeLessThanOrEqual(
          RATES.perMinute[group],
        );
      }
    }
  }

  checkEnd(): void {
    const jobs = this.jobs();
    expect(jobs.map(({ state }) => state).filter((state) => !isFinalJobState(state))).toEqual([]);
    for (const job of jobs) {
      if (job.state !== 'done' || job.kind === 'training-upload') continue;
      expect(job.outputs, 'what is done has its file').toHaveLength(1);
    }
    for (const job of this.#engine.jobs.list({ limit: 500 })) {
      if (job.taskId === undefined || job.state === 'done') continue;
      // A task that the service has taken is given up for four reasons only.
      expect(['cancelled', 'expired', 'failed']).toContain(job.state);
      if (job.state === 'failed') {
        expect(['service-failed', 'not-found']).toContain(job.error?.kind);
      }
    }
  }

  #want(request: StartableRequest): void {
    const name = nameOf(request);
    this.#wanted.set(name, (this.#wanted.get(name) ?? 0) + 1);
  }

  #isJoined(jobId: string): boolean {
    return this.#seen.has(jobId);
  }

  #isOver(): boolean {
    return this.jobs().every(({ state }) => isFinalJobState(state));
  }

  async #pass(milliseconds: number): Promise<void> {
    const until = this.#clock.now() + milliseconds;
    while (this.#clock.now() < until) {
      this.#clock.advance(until - this.#clock.now());
      await this.#waitUntilQuiet();
    }
  }

  /** Waits until everything that is under way waits for the clock. */
  async #waitUntilQuiet(): Promise<void> {
    let quietRounds = 0;
    while (quietRounds < 2) {
      await new Promise((resolve) => setImmediate(resolve));
      const isQuiet = this.#engine.runner.busyCount() === this.service.openCalls();
      quietRounds = isQuiet ? quietRounds + 1 : 0;
    }
  }
}

function requestOf(
  kind: StartableRequest['kind'],
  photoId: string,
  number: number,
): StartableRequest {
  const picture = { photoId };
  switch (kind) {
    case 'video': {
      const parameters = { model: 'SVD', resizeMode: 'ORIGINAL_RESOLUTION', steps: 20 } as const;
      return { kind, picture, parameters: { ...parameters, seed: String(number) } };
    }
    case 'upscale': {
      const size = { mode: 'factor', factor: 2 } as const;
      return { kind, picture, parameters: { upscaler: `upscaler ${number}`, size } };
    }
    case 'remove-text':
      return { kind, picture, responseType: 'png' };
    case 'merge-face':
      return { kind, picture, face: picture, responseType: 'png' };
    case 'training-upload':
      return { kind, picture };
  }
}

/** The key by which the simulated service identifies requests. */
function nameOf(request: StartableRequest): string {
  switch (request.kind) {
    case 'video':
      return `seed ${request.parameters.seed ?? 'none'}`;
    case 'upscale':
      return request.parameters.upscaler;
    case 'remove-text':
    case 'merge-face':
      return request.kind;
    case 'training-upload':
      return 'upload';
  }
}

describe('any schedule of starting, stopping, faults, limits and restarts', () => {
  it('does nothing twice, keeps to the rates, loses no task, and ends', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepArbitrary, { minLength: 6, maxLength: 28 }),
        fatesArbitrary,
        async (steps, fates) => {
          const dataFolder = await mkdtemp(join(folder, `${number++}-`));
          const schedule = new Schedule(dataFolder, fates);
          await schedule.open();
          await schedule.take({ do: 'start', what: 'video' });
          for (const step of steps) {
            await schedule.take(step);
            schedule.check();
          }
          await schedule.finish();
          schedule.check();
          schedule.checkEnd();
          await schedule.close();
          expect(problemsIn(dataFolder)).toEqual([]);
          await rm(dataFolder, { recursive: true, force: true });
        },
      ),
      { numRuns: byDepth(30, 300) },
    );
  }, 300_000);
});
