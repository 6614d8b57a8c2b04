/** Actions of a job on any screen, some of which a screen may replace. */
import { useMemo } from 'react';
import type { JobOutput } from '../../../shared/contract/jobs.ts';
import { backend } from '../../core/backend/client.ts';
import { readError } from '../../core/backend/read-error.ts';
import { fetchFile, finishSave } from '../saving/finish-save.ts';
import { showScreen } from '../../core/screen/navigation.ts';
import { say } from '../../core/ui/say.ts';

export interface JobActions {
  stop(jobId: string): void;
  runAgain(jobId: string): void;
  /** Polls the result of a task again, for free. */
  lookAgain(jobId: string): void;
  dismiss(jobId: string): void;
  /** Saves an answer that could not be used. */
  saveKeptAnswer(jobId: string): void;
  saveOutput(jobId: string, output: JobOutput): void;
  /** Measures a clip again. */
  measureOutput(jobId: string, output: JobOutput): void;
  /** Adds a picture of a job to the library and opens it in the Studio. */
  openOutput(jobId: string, output: JobOutput): void;
  /** Shows a file in the file manager, after saving it if needed. */
  showOutput(jobId: string, output: JobOutput): void;
}

function createJobActions(
  fail: (thrown: unknown) => void = (thrown) => say(readError(thrown).message),
): JobActions {
  function attempt(action: () => Promise<unknown>): void {
    action().catch(fail);
  }
  const saveOutput = async (jobId: string, output: JobOutput): Promise<void> => {
    finishSave(await backend.jobs.saveOutput({ jobId, output: output.id }), say);
  };
  return {
    stop: (jobId) => attempt(() => backend.jobs.cancel({ jobId })),
    runAgain: (jobId) =>
      attempt(async () => {
        const again = await backend.jobs.runAgain({ jobId });
        if (again.jobId !== jobId) await backend.jobs.acknowledge({ jobId });
      }),
    lookAgain: (jobId) => attempt(() => backend.jobs.lookAgain({ jobId })),
    dismiss: (jobId) => attempt(() => backend.jobs.acknowledge({ jobId })),
    saveKeptAnswer: (jobId) =>
      attempt(async () => finishSave(await backend.jobs.saveKeptAnswer({ jobId }), say)),
    saveOutput: (jobId, output) => attempt(() => saveOutput(jobId, output)),
    measureOutput: (jobId, output) =>
      attempt(() => backend.clips.measure({ jobId, output: output.id })),
    openOutput: (jobId, output) =>
      attempt(async () => {
        const { id } = await backend.photos.fromOutput({ jobId, output: output.id });
        showScreen('studio', { kind: 'open-photo', photoId: id });
      }),
    showOutput: (jobId, output) =>
      attempt(async () => {
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

/** @param fail receives errors; by default they are shown as a message */
export function useJobActions(fail?: (thrown: unknown) => void): JobActions {
  return useMemo(() => createJobActions(fail), [fail]);
}
