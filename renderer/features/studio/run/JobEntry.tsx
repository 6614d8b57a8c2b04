/** A run of one call: how far it is, or how it ended. */
import { Button, Stack } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { JobOutcome, JobWarning } from '../../../jobs/JobOutcome.tsx';
import { JobProgress } from '../../../jobs/JobProgress.tsx';
import { useStudioSession } from '../session/index.ts';

export function RunningJob({ job }: { readonly job: Job }) {
  const runs = useStudioSession()?.runs;
  return (
    <Stack gap={6}>
      <JobProgress job={job} />
      <Button variant="default" onClick={() => void runs?.cancel(job.id)}>
        Stop
      </Button>
    </Stack>
  );
}

/** The studio's own actions: a repeated run becomes a step of the history. */
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

/** The service answered, and nothing had to be changed: said once for all parts of a run. */
export function NothingFound({ jobs }: { readonly jobs: readonly Job[] }) {
  const runs = useStudioSession()?.runs;
  const warned = jobs.filter(({ warning, isAcknowledged }) => {
    return warning !== undefined && !isAcknowledged;
  });
  const [first] = warned;
  if (first === undefined) return null;
  return (
    <JobWarning job={first} onClose={() => void runs?.dismiss(...warned.map(({ id }) => id))} />
  );
}
