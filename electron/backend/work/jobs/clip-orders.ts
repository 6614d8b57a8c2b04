import { basename } from 'node:path';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { CrashGuard } from '../../library/crash-guard.ts';
import { noSuchFile, type JobHistory } from './log/job-history.ts';
import type { StoredOutput } from './log/job-output-store.ts';
import type { JobDeps } from './job-deps.ts';
import { measureOutput } from './kinds/measure-output.ts';

export type ClipOrders = ReturnType<typeof createClipOrders>;

export function createClipOrders(
  deps: Pick<JobDeps, 'jobs' | 'files' | 'clips'> & {
    readonly crashGuard: CrashGuard;
    readonly history: Pick<JobHistory, 'setMeasures'>;
  },
) {
  const { jobs, files, crashGuard, history } = deps;

  function find({ jobId, output }: OutputReference) {
    const found = jobs.outputs(jobId).find(({ id }) => id === output);
    if (found === undefined) throw noSuchFile();
    const { path, mediaType } = files.get(found.fileId);
    // Files are named by their hash.
    return { found, path, mediaType, hash: basename(path) };
  }

  const stillOf = (hash: string): string => `still-${hash}`;

  function noteStopped(output: OutputReference, known: StoredOutput): void {
    const { width, height, clip } = known;
    history.setMeasures(output, { width, height, clip, damage: 'stopped' });
  }

  return {
    /** @throws AppError `not-found`, `bad-answer` for a picture that cannot be read */
    async measure(output: OutputReference): Promise<void> {
      const { path, mediaType, hash } = find(output);
      await crashGuard.forgive(hash);
      await crashGuard.forgive(stillOf(hash));
      history.setMeasures(output, await measureOutput(deps, hash, path, mediaType));
    },
    async beginStill(output: OutputReference): Promise<boolean> {
      const { found, hash } = find(output);
      const key = stillOf(hash);
      if (crashGuard.hasStopped(key)) {
        noteStopped(output, found);
        await crashGuard.forgive(key);
        return false;
      }
      return await crashGuard.begin(key);
    },
    async endStill(output: OutputReference): Promise<void> {
      await crashGuard.end(stillOf(find(output).hash));
    },
  };
}
