/**
 * The progress of a run on the stage, over the picture that was sent; after a failure, the reason
 * and what can be done.
 */
import { Button, Stack, Text } from '@mantine/core';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { JobOutcome } from '../jobs/JobOutcome.tsx';
import { JobOutputs } from '../jobs/JobOutputs.tsx';
import { JobProgress } from '../jobs/JobProgress.tsx';
import { jobActions } from '../jobs/job-actions.ts';
import type { RunActions } from './run-actions.ts';
import shared from '../../core/ui/shared.module.css';

export function StageJob(props: {
  readonly job: Job;
  readonly runs: Pick<RunActions, 'stop'>;
  /** Where the screen has its own way. */
  readonly onRunAgain?: (jobId: string) => void;
}) {
  const { job, runs, onRunAgain } = props;
  const actions = onRunAgain === undefined ? jobActions : { ...jobActions, runAgain: onRunAgain };
  const isOver = isFinalJobState(job.state);
  return (
    <Stack
      gap="xs"
      pos="absolute"
      bottom="var(--gesso-space-md)"
      left="50%"
      w="min(var(--gesso-inspector), calc(100% - 2 * var(--gesso-space-md)))"
      mah="60%"
      p="sm"
      className={`${shared['float'] ?? ''} ${shared['scroll'] ?? ''}`}
      style={{ translate: '-50% 0' }}
    >
      {!isOver && (
        <>
          <JobProgress job={job} />
          <Button onClick={() => void runs.stop(job.id)}>
            {job.state === 'waiting' ? 'Cancel' : 'Stop'}
          </Button>
        </>
      )}
      {isOver && <JobOutcome job={job} actions={actions} canDismiss={false} />}
      {isOver && job.error === undefined && job.state === 'cancelled' && (
        <Text size="sm">Stopped.</Text>
      )}
      {isOver && job.outputs.length > 0 && <JobOutputs job={job} />}
    </Stack>
  );
}
