/** The open photo's runs: progress and Stop, or what became of them. */
import { Button, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { useJobs } from '../../../backend/jobs.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { formatDuration } from '../../../ui/format.ts';
import { JobClock } from './JobClock.tsx';
import { jobsOnPhoto } from '../session/photo-jobs.ts';
import { useStudio } from '../session/studio-store.ts';

export function RunList() {
  const photoId = useStudio((state) => state.photo?.id);
  const jobs = useJobs((state) => state.jobs);
  const shown = photoId === undefined ? [] : jobsOnPhoto(jobs, photoId);
  if (shown.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Runs">
      <Title order={2} size="sm">
        Runs
      </Title>
      {shown.map((job) =>
        isFinalJobState(job.state) ? (
          <Ended key={job.id} job={job} />
        ) : (
          <Running key={job.id} job={job} />
        ),
      )}
    </Stack>
  );
}

function Running({ job }: { readonly job: Job }) {
  const session = useStudio((state) => state.session);
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {describe(job)}
        </Text>
        <Text size="xs" c="dimmed">
          <JobClock since={job.createdAt} />
          {job.typicalMilliseconds !== undefined &&
            ` · usually ${formatDuration(job.typicalMilliseconds)}`}
        </Text>
      </Group>
      <Progress
        value={job.fraction === undefined ? 100 : job.fraction * 100}
        animated={job.fraction === undefined}
        size="sm"
        aria-label={describe(job)}
      />
      <Button variant="default" onClick={() => void session?.runs.cancel(job.id)}>
        Stop
      </Button>
    </Stack>
  );
}

function Ended({ job }: { readonly job: Job }) {
  const session = useStudio((state) => state.session);
  if (job.error === undefined) return null;
  return (
    <Stack gap={6}>
      <ErrorNotice
        error={job.error}
        actionLabel="Run again"
        onAction={() => void session?.runs.runAgain(job.id)}
        onClose={() => void session?.runs.dismiss(job.id)}
      />
      {job.hasKeptAnswer && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => void session?.runs.saveKeptAnswer(job.id)}
        >
          Save what the service sent
        </Button>
      )}
    </Stack>
  );
}

function describe(job: Job): string {
  switch (job.state) {
    case 'waiting':
      return describeWaiting(job);
    case 'submitting':
      return 'Sending';
    case 'queued':
    case 'processing':
      return 'The service is working';
    case 'downloading':
      return 'Receiving the result';
    case 'done':
    case 'failed':
    case 'unknown':
    case 'expired':
    case 'cancelled':
      return 'Ended';
  }
}

function describeWaiting({ error, startsAt }: Job): string {
  if (error?.kind === 'unreachable') return 'No connection: trying again';
  if (error !== undefined) return 'Waiting: too many runs at once';
  return startsAt === undefined ? 'Preparing' : 'Waiting for its turn';
}
