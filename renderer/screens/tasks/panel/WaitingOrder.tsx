import { Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { backend } from '../../../core/backend/client.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { tasks } from '../session/use-tasks.ts';

export function WaitingOrder({ job }: { readonly job: Job }) {
  const jobs = useJobs((state) => state.jobs);
  const line = useMemo(() => lineOf(job, jobs), [job, jobs]);
  const at = line.findIndex(({ id }) => id === job.id);
  /** Without a task to be before, moves it to the end. */
  const moveBefore = (next: Job | undefined): void =>
    void tasks.attempt(() =>
      backend.jobs.reorder({ jobId: job.id, ...(next && { beforeJobId: next.id }) }),
    );
  if (line.length < 2 || at < 0) return null;
  return (
    <>
      <Text size="xs" c="dimmed">
        {at + 1} of {line.length} waiting
      </Text>
      <Group gap="xs" role="group" aria-label="Order">
        <Button disabled={at === 0} onClick={() => moveBefore(line[0])}>
          Send first
        </Button>
        <Button disabled={at === 0} onClick={() => moveBefore(line[at - 1])}>
          Earlier
        </Button>
        <Button disabled={at === line.length - 1} onClick={() => moveBefore(line[at + 2])}>
          Later
        </Button>
      </Group>
    </>
  );
}

/** Returns tasks that wait for the same rate of the same connection, the next one first. */
function lineOf(job: Job, jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()]
    .filter(
      (other) =>
        other.state === 'waiting' &&
        other.connectionId === job.connectionId &&
        rateOf(other) === rateOf(job) &&
        (other.batchId === undefined) === (job.batchId === undefined),
    )
    .sort((a, b) => (a.place ?? a.createdAt) - (b.place ?? b.createdAt));
}

/** Videos and uploads have rates of their own. */
function rateOf({ kind }: Job): string {
  return kind === 'video' || kind === 'training-upload' ? kind : 'image';
}
