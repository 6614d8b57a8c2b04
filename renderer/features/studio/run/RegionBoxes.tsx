/** What would be sent and what is being worked on, as boxes over the photo. */
import { Fragment, type ReactNode } from 'react';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { useSettings } from '../../../backend/settings.ts';
import { photoToScreen, type View } from '../canvas/index.ts';
import { JobClock } from './JobClock.tsx';
import classes from '../Studio.module.css';
import { PendingMask } from './PendingMask.tsx';
import { jobsOnPhoto } from '../session/photo-jobs.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';
import { usePlannedRegions } from './use-planned-regions.ts';
import { isFinalJobState } from '../../../../shared/contract/jobs.ts';

export function RegionBoxes() {
  const photo = useStudio((state) => state.photo);
  const isPeeking = useStudio((state) => state.isPeeking);
  const jobs = useJobs((state) => state.jobs);
  const view = useCanvas((snapshot) => snapshot.view);
  const color = useSettings()?.maskColor ?? DEFAULT_SETTINGS.maskColor;
  const planned = usePlannedRegions();
  if (photo === undefined || view === undefined || isPeeking) return null;
  return (
    <>
      {planned.map((rect) => (
        <Box key={`${rect.x} ${rect.y}`} rect={rect} view={view}>
          {rect.width} × {rect.height} px will be sent
        </Box>
      ))}
      {jobsOnPhoto(jobs, photo.id).map((job) =>
        isFinalJobState(job.state) ? null : (
          <Fragment key={job.id}>
            <PendingMask jobId={job.id} view={view} color={color} />
            <Box rect={job.region} view={view} isRunning>
              Cleaning up… <JobClock since={job.createdAt} />
            </Box>
          </Fragment>
        ),
      )}
    </>
  );
}

function Box(props: {
  readonly rect: Rect;
  readonly view: View;
  readonly isRunning?: boolean;
  readonly children: ReactNode;
}) {
  const { rect, view, isRunning } = props;
  const from = photoToScreen(view, { x: rect.x, y: rect.y });
  const to = photoToScreen(view, { x: rect.x + rect.width, y: rect.y + rect.height });
  return (
    <div
      className={`${classes['region']} ${isRunning === true ? classes['regionRunning'] : ''}`}
      style={{ left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y }}
    >
      <span className={classes['regionLabel']}>{props.children}</span>
    </div>
  );
}
