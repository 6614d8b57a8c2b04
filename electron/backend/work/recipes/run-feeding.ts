/** Runs a few files at a time, while few of their calls wait. */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import {
  CONCERNS_ALL,
  toAppError,
  type AppErrorData,
} from '../../../../shared/errors/app-error.ts';
import { WAITING_CALLS, type FileTurns } from './file-turn.ts';
import { removedConnection } from './removed-connection.ts';
import type { RunFile, StoredRun } from './run-rows.ts';
import type { RunDeps } from './run-deps.ts';

const FEEDING = {
  /** Files processed locally at the same time: each decodes and encodes whole pictures. */
  atOnce: 2,
  /** Files that are checked to find one that is not blocked. */
  lookAhead: 32,
  /** Delay after the disk refused writes, ms. */
  againMilliseconds: 1000,
} as const;

export function createRunFeeding(
  deps: Pick<RunDeps, 'store' | 'jobs' | 'connections' | 'ports' | 'log'> & {
    readonly turns: Pick<FileTurns, 'advance'>;
    readonly changed: () => void;
    readonly moved: () => void;
  },
) {
  const { store, jobs, changed, moved } = deps;
  const closing = new AbortController();
  const workers = new Set<Promise<void>>();
  const busy = new Set<string>();
  let blocked = new Set<string>();
  let heldBy: AppErrorData | undefined;

  /** Can be called any time. */
  function pump(): void {
    blocked = new Set();
    startWorkers();
  }

  function startWorkers(): void {
    while (workers.size < FEEDING.atOnce && !closing.signal.aborted) {
      const worker = work().finally(() => workers.delete(worker));
      workers.add(worker);
    }
  }

  async function work(): Promise<void> {
    for (;;) {
      await turn(); // Lets other work run first.
      if (closing.signal.aborted) return;
      try {
        const next = nextFile();
        if (next === undefined) return;
        await advance(next.run, next.file);
        heldBy = undefined;
      } catch (error) {
        heldBy = toAppError(error).toData();
        deps.log(`recipes wait: ${heldBy.message}`);
        changed();
        await sleep(FEEDING.againMilliseconds, undefined, { signal: closing.signal }).catch(
          () => undefined,
        );
      }
    }
  }

  async function advance(run: StoredRun, file: RunFile): Promise<void> {
    const key = keyOf(file);
    busy.add(key);
    startWorkers();
    const before = blocked;
    try {
      if ((await deps.turns.advance(run, file)) === 'blocked') before.add(key);
    } finally {
      busy.delete(key);
      moved();
    }
  }

  function nextFile(): { readonly run: StoredRun; readonly file: RunFile } | undefined {
    for (const run of store.inState('running')) {
      const isCutOff = !deps.connections.exists(run.connectionId ?? '');
      if (isCutOff && jobs.waitingOfBatch(run.id) > 0) {
        pauseBy(run.id, removedConnection(deps, run));
        continue;
      }
      const file = nextOf(run);
      if (file !== undefined) return { run, file };
    }
    // Accepted files are written in any state of the run.
    for (const run of store.withReadyFiles()) {
      const file = readyOf(run);
      if (file !== undefined) return { run, file };
    }
    return undefined;
  }

  function readyOf(run: StoredRun): RunFile | undefined {
    const ready = store.firstFiles(run.id, 'ready', FEEDING.lookAhead);
    return ready.find((file) => !busy.has(keyOf(file)) && !blocked.has(keyOf(file)));
  }

  function nextOf(run: StoredRun): RunFile | undefined {
    const ready = readyOf(run);
    if (ready !== undefined) return ready;
    if (jobs.waitingOfBatch(run.id) >= WAITING_CALLS) return undefined;
    const isOfRun = (key: string): boolean => key.startsWith(run.id);
    if ([...blocked].some(isOfRun)) return undefined; // It makes its calls first.
    const waiting = store.firstFiles(run.id, 'waiting', FEEDING.atOnce + 1);
    const next = waiting.find((file) => !busy.has(keyOf(file)));
    if (next !== undefined && mayBegin(run, waiting)) return next;
    if (![...busy].some(isOfRun)) endWhenOver(run, waiting.length > 0);
    return undefined;
  }

  /** Returns false once a trial has started all its files. */
  function mayBegin({ id, first }: StoredRun, waiting: readonly RunFile[]): boolean {
    if (first === undefined) return true;
    const beginning = waiting.filter((file) => busy.has(keyOf(file))).length;
    return begunOf(store.counts(id).states) + beginning < first;
  }

  function endWhenOver(run: StoredRun, isTrial: boolean): void {
    const { states } = store.counts(run.id);
    if ((states.ready ?? 0) + (states.calls ?? 0) === 0) endRun(run, isTrial);
  }

  function endRun(run: StoredRun, isTrial: boolean): void {
    const { states } = store.counts(run.id);
    if (isTrial) store.change(run.id, { state: 'tried' });
    else store.change(run.id, { state: 'done', endedAt: Date.now() });
    changed();
    const good = (states.done ?? 0) + (states['to-judge'] ?? 0);
    const failed = states.failed ?? 0;
    const rest = failed === 0 ? '' : `; ${failed} failed`;
    deps.ports.notify({
      title: isTrial ? `Trial finished: ${run.name}` : `${run.name} finished`,
      body: `${good} of ${good + failed} pictures${rest}`,
    });
  }

  function pauseBy(runId: string, pausedBy: AppErrorData): void {
    if (!CONCERNS_ALL.has(pausedBy.kind) || store.get(runId)?.state !== 'running') return;
    store.change(runId, { state: 'paused', pausedBy });
    changed();
  }

  return {
    pump,
    pauseBy,
    held: (): AppErrorData | undefined => heldBy,
    get isClosing(): boolean {
      return closing.signal.aborted;
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(workers);
    },
  };
}

function begunOf(states: Readonly<Partial<Record<RunFile['state'], number>>>): number {
  const { waiting: _waiting, 'left-out': _leftOut, ...begun } = states;
  return Object.values(begun).reduce((sum, count) => sum + count, 0);
}

function keyOf({ runId, position }: RunFile): string {
  return `${runId} ${position}`;
}
