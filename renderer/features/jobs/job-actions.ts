/** Actions of a job on any screen, some of which a screen may replace. */
import { useMemo } from 'react';
import type { JobOutput } from '../../../shared/contract/jobs.ts';
import type { Attempts } from '../../core/backend/attempts.ts';
import { backend } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { fetchFile, finishSave } from '../saving/finish-save.ts';
import { showScreen, unlessLeft } from '../../core/screen/navigation.ts';

export type JobActions = ReturnType<typeof createJobActions>;

type Attempt = Attempts['attempt'];

function createJobActions(attempt: Attempt) {
  const saveOutput = async (jobId: string, output: JobOutput): Promise<void> => {
    finishSave(await backend.jobs.saveOutput({ jobId, output: output.id }));
  };
  return {
    stop: (jobId: string): void => void attempt(() => backend.jobs.cancel({ jobId })),
    runAgain: (jobId: string): void =>
      void attempt(async () => {
        const again = await backend.jobs.runAgain({ jobId });
        if (again.jobId !== jobId) await backend.jobs.acknowledge({ jobId });
      }),
    /** Polls the result of a task again, for free. */
    pollAgain: (jobId: string): void => void attempt(() => backend.jobs.pollAgain({ jobId })),
    dismiss: (jobId: string): void => void attempt(() => backend.jobs.acknowledge({ jobId })),
    /** Saves an answer that could not be used. */
    saveKeptAnswer: (jobId: string): void =>
      void attempt(async () => finishSave(await backend.jobs.saveKeptAnswer({ jobId }))),
    saveOutput: (jobId: string, output: JobOutput): void =>
      void attempt(() => saveOutput(jobId, output)),
    /** Measures a clip again. */
    measureOutput: (jobId: string, output: JobOutput): void =>
      void attempt(() => backend.clips.measure({ jobId, output: output.id })),
    /** Adds a picture of a job to the library and opens it in the Studio. */
    openOutput: (jobId: string, output: JobOutput): void =>
      void attempt(async () => {
        const show = unlessLeft('studio', showScreen);
        const { id } = await backend.photos.fromOutput({ jobId, output: output.id });
        show('studio', { kind: 'open-photo', photoId: id });
      }),
    /** Shows a file in the file manager, after saving it if needed. */
    showOutput: (jobId: string, output: JobOutput): void =>
      void attempt(async () => {
        try {
          const outcome = await backend.jobs.showOutput({ jobId, output: output.id });
          if (outcome.kind !== 'shown') fetchFile(outcome);
        } catch (thrown) {
          if (readError(thrown).action !== 'save-first') throw thrown;
          await saveOutput(jobId, output);
        }
      }),
  };
}

async function sayErrors(action: () => Promise<unknown>): Promise<void> {
  await action().catch(sayError);
}

/** Shows errors as messages. */
export const jobActions = createJobActions(sayErrors);

/** @param attempt runs an action and reports its error */
export function useJobActions(attempt: Attempt = sayErrors): JobActions {
  return useMemo(() => createJobActions(attempt), [attempt]);
}
