/** How far a clip is: state in words, a bar where the service tells, time left, or when it is sent. */
import { Progress, Text } from '@mantine/core';
import { useNow } from '../../../base/ui/use-now.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { describeJob, heldUpBy } from '../../../work/jobs/job-words.ts';
import { CancelWaiting } from '../../../work/runs/CancelWaiting.tsx';
import { timeLeft } from '../model/time-left.ts';
import { useVideoSession } from '../session/index.ts';
import classes from './Clips.module.css';

/** @param props.isLarge below the picture on the stage, not on a card */
export function ClipProgress(props: { readonly job: Job; readonly isLarge?: boolean }) {
  const { job, isLarge = false } = props;
  const { runs } = useVideoSession();
  const fraction = useJobFraction(job);
  const words = describeJob(job);
  const isWaiting = job.state === 'waiting';
  const isTimed = isWaiting && job.startsAt !== undefined && job.error === undefined;
  return (
    <div className={isLarge ? classes['progressLarge'] : classes['progress']} title={heldUpBy(job)}>
      <div className={classes['states']}>
        <Text size="xs" role="status" truncate className={isTimed ? classes['hidden'] : ''}>
          {words}
          {fraction !== undefined && ` ${Math.round(fraction * 100)} %`}
        </Text>
        <Text size="xs" className={classes['number'] ?? ''}>
          <Left job={job} />
        </Text>
        {isWaiting && <CancelWaiting jobs={[job]} runs={runs} />}
      </div>
      {!isWaiting && (
        <Progress
          value={fraction === undefined ? 100 : fraction * 100}
          animated={fraction === undefined}
          size="xs"
          aria-label={words}
        />
      )}
    </div>
  );
}

/** Counts by itself. */
function Left({ job }: { readonly job: Job }) {
  const now = useNow(1000);
  return <>{timeLeft(job, Math.max(now, job.createdAt))}</>;
}
