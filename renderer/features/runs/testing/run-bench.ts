/** A scripted window and backend for session tests. Calls and messages are recorded. */
import type { StartableRequest } from '../../../../shared/contract/job-requests.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { RunDeps } from '../run-actions.ts';

/** Procedures of the backend that a test answers, by group and name. */
export type ScriptedBackend = Readonly<
  Record<string, Readonly<Record<string, (input: never) => Promise<unknown>>>>
>;

export interface RunBench extends RunDeps {
  readonly backend: BackendClient;
  /** Each call as "group.name input", in order. */
  readonly asked: readonly string[];
  readonly said: readonly string[];
  /** Presses the last "Undo". */
  undo(): void;
  /** The requests that were started, one at a time or together. */
  readonly sent: readonly StartableRequest[];
}

/**
 * Jobs start as "job 1", "job 2" …, in runs "run 1", "run 2" …
 * @param answers replace or add procedures; calls without an answer reject
 */
export function runBench(answers: ScriptedBackend = {}): RunBench {
  const asked: string[] = [];
  const said: string[] = [];
  const sent: StartableRequest[] = [];
  let lastUndo: () => void = () => undefined;
  let jobs = 0;
  let runs = 0;

  function together({ requests }: { readonly requests: readonly StartableRequest[] }) {
    sent.push(...requests);
    runs += 1;
    const jobIds = requests.map(() => `job ${(jobs += 1)}`);
    return Promise.resolve({ runId: `run ${runs}`, jobIds });
  }
  const known: ScriptedBackend = {
    jobs: {
      start: (request: StartableRequest) => {
        sent.push(request);
        jobs += 1;
        return Promise.resolve({ jobId: `job ${jobs}`, joined: false });
      },
      startTogether: together,
      startSweep: together,
      runAgain: ({ jobId }: { readonly jobId: string }) =>
        Promise.resolve({ jobId: `${jobId} again` }),
      cancel: () => Promise.resolve(),
      cancelMany: ({ jobIds }: { readonly jobIds: readonly string[] }) =>
        Promise.resolve({ cancelled: jobIds.length }),
      remove: ({ jobIds }: { readonly jobIds: readonly string[] }) => Promise.resolve(jobIds),
      restore: ({ jobIds }: { readonly jobIds: readonly string[] }) => Promise.resolve(jobIds),
    },
    export: { folderForMany: () => Promise.resolve({ kind: 'ready', into: 'folder' }) },
  };
  const group = (name: string) =>
    new Proxy(
      {},
      {
        get: (_, procedure: string) => (input: unknown) => {
          asked.push(`${name}.${procedure} ${JSON.stringify(input) ?? ''}`.trim());
          const answer = answers[name]?.[procedure] ?? known[name]?.[procedure];
          return answer === undefined
            ? Promise.reject(new Error(`No answer to ${name}.${procedure}.`))
            : answer(input as never);
        },
      },
    );
  return {
    backend: new Proxy({}, { get: (_, name: string) => group(name) }) as BackendClient,
    asked,
    said,
    sent,
    say: (message) => void said.push(message),
    sayUndo(message, undo) {
      said.push(message);
      lastUndo = undo;
    },
    undo: () => lastUndo(),
  };
}
