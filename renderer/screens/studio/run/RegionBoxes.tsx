import { Box } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { type Job, isFinalJobState } from '../../../../shared/contract/jobs.ts';
import { type Rect, isEmptyRect } from '../../../../shared/geometry/rect.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { type CanvasCore, type View, photoToScreen } from '../canvas/index.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { regionOf } from '../model/job-subject.ts';
import { jobsOnPhoto } from '../model/photo-jobs.ts';
import { JobClock } from '../../../features/jobs/JobProgress.tsx';
import { PendingMask } from './PendingMask.tsx';
import { TextBoxes } from './TextBoxes.tsx';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { REGION } from '../../../../shared/geometry/regions.ts';
import { mergeBoxes, mergeableBoxes } from '../../../../shared/geometry/box-edit.ts';
import { AdjustableBox, focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { limitsOfBox } from '../model/box-plan.ts';
import { isStored } from './run-offer.ts';
import { nextRun } from '../model/next-run.ts';

/** More calls are shown as tiles without labels. */
const MOST_LABELS = 6;

export function RegionBoxes() {
  const photo = useStudio((state) => state.photo);
  const core = useStudioSession()?.core;
  const isPeeking = useStudio((state) => state.isPeeking);
  const operation = useStudio((state) => state.run.operation);
  const view = useCanvas((snapshot) => snapshot.view);
  if (core === undefined || photo === undefined || view === undefined || isPeeking) return null;
  const common = { core, photo, view };
  return (
    <>
      {operation === 'cleanup' ? <CleanupBoxes {...common} /> : <TextBoxes {...common} />}
      <RunningBoxes photoId={photo.id} view={view} />
    </>
  );
}

function CleanupBoxes(props: {
  readonly core: CanvasCore;
  readonly photo: Photo;
  readonly view: View;
}) {
  const { core, photo, view } = props;
  const { plan } = useStudioSession() ?? {};
  const { boxes } = useStudio(nextRun).cleanup;
  const calls = useStudio((state) => state.run.calls);
  const isPainted = useCanvas(
    (snapshot) => !snapshot.isPainting && snapshot.maskBounds !== undefined,
  );
  if (isPainted !== true) return null;
  const rects = boxes.map(({ rect }) => rect);
  const limitsOf = (index: number) => limitsOfBox(core.mask.packed(), rects, index, photo);

  function set(next: readonly Rect[], label: string, series?: string): void {
    plan?.setCleanupBoxes(next, label, series);
  }

  function remove(index: number): string | undefined {
    if (!isEmptyRect(limitsOf(index).required)) {
      return 'This box can’t be deleted: no other box covers this part of the mask.';
    }
    set(
      rects.filter((_, at) => at !== index),
      'delete box',
    );
    return undefined;
  }

  function merge(index: number, other: number): void {
    set(mergeBoxes(rects, index, other), 'merge boxes');
    focusBox(cleanupBoxId(Math.min(index, other)));
  }

  return boxes.map(({ rect, isUsed }, index) => {
    const [other] = mergeableBoxes(rects, index, REGION.maxPixels);
    return (
      <AdjustableBox
        // boxes have no ids; their order is stable while they change
        key={cleanupBoxId(index)}
        core={core}
        id={cleanupBoxId(index)}
        name={boxes.length === 1 ? 'Box' : `Box ${index + 1}`}
        note={isUsed ? (isStored(calls, rect) ? 'saved result' : undefined) : 'not sent'}
        rect={rect}
        view={view}
        isGrabbedInside={false}
        isIdle={!isUsed}
        limits={() => limitsOf(index)}
        onChange={(next, series) =>
          set(
            rects.map((each, at) => (at === index ? next : each)),
            'resize box',
            series,
          )
        }
        onDelete={() => remove(index)}
        onMerge={other === undefined ? undefined : () => merge(index, other)}
      />
    );
  });
}

function RunningBoxes({ photoId, view }: { readonly photoId: string; readonly view: View }) {
  const jobs = useJobs((state) => state.jobs);
  const color = useSetting('maskColor');
  const running = jobsOnPhoto(jobs, photoId).filter(({ state }) => !isFinalJobState(state));
  return running.map((job) => (
    <Fragment key={job.id}>
      {job.kind === 'cleanup' && <PendingMask jobId={job.id} view={view} color={color} />}
      <RunningBox rect={shownPart(job)} view={view}>
        {running.length <= MOST_LABELS && (
          <Box
            component="span"
            pos="absolute"
            bottom="100%"
            className={`${shared['onPicture'] ?? ''} ${shared['upright'] ?? ''}`}
            style={{ left: -1 }}
          >
            {job.kind === 'cleanup' ? 'Cleaning up…' : 'Removing text…'}{' '}
            <JobClock since={job.createdAt} />
          </Box>
        )}
      </RunningBox>
    </Fragment>
  ));
}

/** Returns the region, or the used part of a tile, so that tiles do not overlap. */
function shownPart(job: Job): Rect | undefined {
  const { brief } = job;
  return brief.kind === 'remove-text' ? (brief.core ?? regionOf(job)) : regionOf(job);
}

function RunningBox(props: {
  readonly rect: Rect | undefined;
  readonly view: View;
  readonly children: ReactNode;
}) {
  const { rect, view } = props;
  if (rect === undefined) return null;
  const from = photoToScreen(view, { x: rect.x, y: rect.y });
  const to = photoToScreen(view, { x: rect.x + rect.width, y: rect.y + rect.height });
  return (
    <div
      className={`${shared['over']} ${classes['region']}`}
      style={{ left: from.x, top: from.y, width: to.x - from.x, height: to.y - from.y }}
    >
      {props.children}
    </div>
  );
}
