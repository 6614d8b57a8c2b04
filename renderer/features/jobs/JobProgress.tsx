/** The progress of a job: a bar if known, otherwise an animation, and the time. */
import { Group, Progress } from '@mantine/core';
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatDuration } from '../../core/ui/format.ts';
import { blockedReason, describeJob } from './job-words.ts';
import { useJobFraction } from './jobs.ts';
import { useNow } from '../../core/ui/use-now.ts';
import { SmallNote, Status } from '../../core/ui/variants.ts';

/** @param props.since milliseconds since 1970 */
export function JobClock({ since }: { readonly since: number }) {
  const now = useNow(500);
  return <span style={{ whiteSpace: 'nowrap' }}>{formatDuration(Math.max(0, now - since))}</span>;
}

export function JobProgress({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  const words = describeJob(job);
  const reason = blockedReason(job);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Status>
          {words}
          {fraction !== undefined && ` ${Math.round(fraction * 100)} %`}
        </Status>
        <SmallNote>
          <JobClock since={job.createdAt} />
          {job.typicalMilliseconds !== undefined &&
            `, usually ${formatDuration(job.typicalMilliseconds)}`}
        </SmallNote>
      </Group>
      <Progress
        value={fraction === undefined ? 100 : fraction * 100}
        animated={fraction === undefined}
        size="sm"
        aria-label={words}
      />
      {reason !== undefined && <SmallNote>{reason}</SmallNote>}
    </>
  );
}
