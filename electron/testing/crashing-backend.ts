/** A backend that a test can kill at any moment, as `kill -9` and a power cut of the process do. */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { StartableRequest, WatchJobRequest } from '../../shared/contract/job-requests.ts';
import type { StartSweep } from '../../shared/contract/jobs.ts';
import type { LanguageRequest } from '../../shared/contract/language.ts';
import type { FrozenRecipe } from '../../shared/contract/recipes.ts';
import type { Rect, Size } from '../../shared/geometry/rect.ts';
import {
  createBackendFixture,
  type FixtureOptions,
  type FixtureService,
} from './backend-fixture.ts';
import type { Death } from './die-before.ts';
import { problemsIn } from './integrity.ts';
import { testFolder } from './test-folder.ts';
import { endsWithTest } from './ends-with-test.ts';

export type Command =
  | {
      readonly kind: 'paint-photo';
      readonly rect: Rect;
      readonly size: Size;
      readonly seed: number;
    }
  | { readonly kind: 'paint'; readonly photoId: string; readonly rect: Rect }
  | { readonly kind: 'run'; readonly photoId: string }
  /** Adds a photo of noise without a mask. */
  | { readonly kind: 'import'; readonly size: Size; readonly seed: number }
  /** The mask of the first photo on all of them. */
  | { readonly kind: 'same-mask'; readonly photoIds: readonly string[] }
  /** Runs a recipe on files and folders. */
  | {
      readonly kind: 'recipe';
      readonly paths: readonly string[];
      readonly recipe: FrozenRecipe;
    }
  /** Follows the folder `in` beside the data with a recipe that saves into `out`; files in it are taken as well. */
  | { readonly kind: 'follow'; readonly recipe: FrozenRecipe }
  | { readonly kind: 'start'; readonly request: StartableRequest }
  | { readonly kind: 'watch'; readonly task: Omit<WatchJobRequest, 'kind'> }
  /** Four values; the fourth is put before the third. */
  | { readonly kind: 'sweep'; readonly sweep: StartSweep }
  | { readonly kind: 'write'; readonly request: LanguageRequest }
  /** Follows an answer as a window does, and tells its text as it comes (`shown`). */
  | { readonly kind: 'show'; readonly runId: string }
  /** A conversation with a short answer, and with a draft for its next message. */
  | { readonly kind: 'converse'; readonly model: string; readonly draft: string }
  | { readonly kind: 'regenerate'; readonly messageId: string }
  /** Adds a folder to the training files and uploads all of it. */
  | { readonly kind: 'train'; readonly folder: string }
  /** Copies the library to another folder, which the next start uses. */
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'restore'; readonly file: string };

export interface Reply {
  readonly photoId?: string;
  readonly jobId?: string;
  readonly runId?: string;
  readonly conversationId?: string;
  /** Of the answer. */
  readonly messageId?: string;
}

export type CrashingBackend = Awaited<ReturnType<typeof startCrashingBackend>>;

export type CrashBench = ReturnType<typeof createCrashBench>;

/** Creates a data folder for a process to kill and for the restart in the test’s own process. */
export function createCrashBench(service: FixtureService) {
  const folder = testFolder();
  const dataFolder = join(folder, 'data');
  mkdirSync(dataFolder, { mode: 0o700 });
  return {
    folder,
    dataFolder,
    start: (death?: Death) => startCrashingBackend(dataFolder, service, death),
    reopen: (options?: Pick<FixtureOptions, 'followEvery' | 'ports'>) =>
      createBackendFixture({ ...options, service, dataFolder }),
    /** Fails the test if anything in the library is wrong. */
    expectSound: () => expect(problemsIn(dataFolder)).toEqual([]),
  };
}

/** @param death a step at which it ends by itself @throws when it ends before it is ready */
export async function startCrashingBackend(
  dataFolder: string,
  service: FixtureService,
  death?: Death,
) {
  const child = fork(
    join(import.meta.dirname, 'backend-process.ts'),
    [
      dataFolder,
      service.baseUrl,
      service.key,
      ...(death === undefined ? [] : [JSON.stringify(death)]),
    ],
    { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`${signal ?? code}`));
    child.once('error', ({ message }) => child.pid === undefined && resolve(message)); // never started
  });
  const replies: ((reply: Reply) => void)[] = [];
  let shown = '';
  child.on('message', (reply: Reply & { readonly shown?: string }) => {
    if (reply.shown === undefined) replies.shift()?.(reply);
    else shown += reply.shown;
  });
  const beforeEnd = <Result>(event: Promise<Result>): Promise<Result> =>
    Promise.race([
      event,
      ended.then((how) => Promise.reject(new Error(`The process has ended: ${how}.`))),
    ]);
  const nextReply = () => beforeEnd(new Promise<Reply>((resolve) => replies.push(resolve)));
  const backend = {
    /** Waits for an effect of the process, and rejects when the process ends before. */
    beforeEnd,
    /** Rejects when the process ends before it is done. */
    async ask(command: Command): Promise<Reply> {
      const reply = nextReply();
      // a process that was killed a moment ago can no longer be written to: `reply` tells
      child.send(command, () => undefined);
      return reply;
    },
    /** The text of the answer that is shown, as far as its follower has received it. */
    shown: (): string => shown,
    /** SIGKILL; resolves when the process is gone. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
    async [Symbol.asyncDispose]() {
      await backend.kill();
    },
  };
  await nextReply();
  return endsWithTest(backend);
}
