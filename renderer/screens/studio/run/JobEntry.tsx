import { Button, Stack } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { JobOutcome, JobWarning } from '../../../features/jobs/JobOutcome.tsx';
import { useJobActions } from '../../../features/jobs/job-actions.ts';
import { JobProgress } from '../../../features/jobs/JobProgress.tsx';
import { foundNothing, type Run } from '../model/photo-jobs.ts';
import { useStudioSession } from '../session/index.ts';

export function RunningJob({ job }: { readonly job: Job }) {
  const actions = useJobActions(useStudioSession()?.attempt);
  return (
    <Stack gap="2xs">
      <JobProgress job={job} />
      <Button onClick={() => actions.stop(job.id)}>Stop</Button>
    </Stack>
  );
}

/** Repeats within the Studio, so that the run becomes an undo step. */
export function EndedJob({ job }: { readonly job: Job }) {
  const session = useStudioSession();
  const actions = useJobActions(session?.attempt);
  const runAgain = (jobId: string) => void session?.runs.runAgain(jobId);
  return <JobOutcome job={job} actions={{ ...actions, runAgain }} />;
}

/** Says once that the service found nothing to change. */
export function NothingFound({ run }: { readonly run: Run }) {
  const actions = useJobActions(useStudioSession()?.attempt);
  const first = run.jobs.find(({ isAcknowledged }) => !isAcknowledged);
  if (first === undefined || !foundNothing(run)) return null;
  const job = { ...first, warning: 'No text found. The photo is unchanged.' };
  return <JobWarning job={job} onClose={() => run.jobs.forEach(({ id }) => actions.dismiss(id))} />;
}
