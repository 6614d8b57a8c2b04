/** An enlargement that has no result yet: its picture, and how far it is or why it ended. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { JobEntry } from '../../../work/jobs/JobEntry.tsx';
import { queries } from '../../../base/backend/client.ts';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { useUpscaleSession } from '../session/index.ts';
import classes from './Stage.module.css';

export function RunningStage({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const actions = useJobActions();
  return (
    <div className={classes['under-way']}>
      {job.subject !== undefined && <Sent photoId={job.subject.photoId} />}
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

/** The whole picture, as it is in the library. */
function Sent({ photoId }: { readonly photoId: string }) {
  const { data: photo } = useQuery(queries.photos.get.queryOptions({ input: { photoId } }));
  if (photo === undefined) return null; // it has left the library, or is read in a moment
  return (
    <img
      className={classes['sent']}
      src={photo.url}
      alt="Sent picture"
      width={photo.width}
      height={photo.height}
    />
  );
}
