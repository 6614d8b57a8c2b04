/** An enlargement that has no result yet: how far it is, or why it ended. */
import { Button, Group } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { JobEntry } from '../../../work/jobs/JobEntry.tsx';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { useUpscaleSession } from '../session/index.ts';
import classes from './Stage.module.css';

export function RunningStage({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const actions = useJobActions();
  return (
    <div className={classes['nothing']}>
      <div className={classes['running']}>
        <JobEntry job={job} actions={actions} />
        <Group justify="center">
          <Button variant="subtle" color="gray" onClick={() => session.open(undefined)}>
            Show the picture
          </Button>
        </Group>
      </div>
    </div>
  );
}
