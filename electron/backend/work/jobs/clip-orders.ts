import { basename } from 'node:path';
import { os } from '../../service/common/procedures.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { CrashGuard } from '../../library/crash-guard.ts';
import { noSuchFile, type JobHistory } from './log/job-history.ts';
import type { StoredOutput } from './log/job-output-store.ts';
import type { JobDeps } from './job-deps.ts';
import { measureOutput } from './kinds/measure-output.ts';

/** Reads clips for the window; one that stops the program is read on command only. */
export function clipProcedures(
  deps: Pick<JobDeps, 'jobs' | 'files' | 'clips'> & {
    readonly crashGuard: CrashGuard;
    readonly history: Pick<JobHistory, 'setMeasures' | 'notePlayable'>;
  },
) {
  const { jobs, files, crashGuard, history } = deps;

  function find(output: OutputReference) {
    const found = jobs.output(output);
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
    notePlayable: history.notePlayable,
    measure: os.clips.measure.handler(async ({ input }) => {
      const { path, mediaType, hash } = find(input);
      await crashGuard.forgive(hash);
      await crashGuard.forgive(stillOf(hash));
      history.setMeasures(input, await measureOutput(deps, hash, path, mediaType));
    }),
    beginStill: os.clips.beginStill.handler(async ({ input }) => {
      const { found, hash } = find(input);
      const key = stillOf(hash);
      if (crashGuard.hasStopped(key)) {
        noteStopped(input, found);
        await crashGuard.forgive(key);
        return false;
      }
      return await crashGuard.begin(key);
    }),
    endStill: os.clips.endStill.handler(async ({ input }) => {
      await crashGuard.end(stillOf(find(input).hash));
    }),
  };
}
