import { Button, Stack } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { JobOutcome, JobWarning } from '../../../features/jobs/JobOutcome.tsx';
import { JobProgress } from '../../../features/jobs/JobProgress.tsx';
import { foundNothing, type Run } from '../model/photo-jobs.ts';
import { useStudioSession } from '../session/index.ts';

export function RunningJob({ job }: { readonly job: Job }) {
  const runs = useStudioSession()?.runs;
  return (
    <Stack gap="2xs">
      <JobProgress job={job} />
      <Button onClick={() => void runs?.cancel(job.id)}>Stop</Button>
    </Stack>
  );
}

/** Repeats within the Studio, so that the run becomes an undo step. */
export function EndedJob({ job }: { readonly job: Job }) {
  const runs = useStudioSession()?.runs;
  if (runs === undefined) return null;
  return (
    <JobOutcome
      job={job}
      actions={{
        runAgain: (jobId) => void runs.runAgain(jobId),
        lookAgain: (jobId) => void runs.lookAgain(jobId),
        dismiss: (jobId) => void runs.dismiss(jobId),
        saveKeptAnswer: (jobId) => void runs.saveKeptAnswer(jobId),
      }}
    />
  );
}

/** Says once that the service found nothing to change. */
export function NothingFound({ run }: { readonly run: Run }) {
  const runs = useStudioSession()?.runs;
  const first = run.jobs.find(({ isAcknowledged }) => !isAcknowledged);
  if (first === undefined || !foundNothing(run)) return null;
  const job = { ...first, warning: 'No text found. The photo is unchanged.' };
  return (
    <JobWarning job={job} onClose={() => void runs?.dismiss(...run.jobs.map(({ id }) => id))} />
  );
}
