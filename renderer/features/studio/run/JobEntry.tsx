/** A run of one call: how far it is, or how it ended. */
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { formatDuration } from '../../../ui/format.ts';
import { useStudio } from '../session/studio-store.ts';
import { describeJob } from './describe-job.ts';
import { JobClock } from './JobClock.tsx';

export function RunningJob({ job }: { readonly job: Job }) {
  const session = useStudio((state) => state.session);
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {describeJob(job)}
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
        aria-label={describeJob(job)}
      />
      <Button variant="default" onClick={() => void session?.runs.cancel(job.id)}>
        Stop
      </Button>
    </Stack>
  );
}

export function EndedJob({ job }: { readonly job: Job }) {
  const session = useStudio((state) => state.session);
  if (job.error === undefined) return <NothingFound jobs={[job]} />;
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

/** The service answered, and nothing had to be changed. */
export function NothingFound({ jobs }: { readonly jobs: readonly Job[] }) {
  const session = useStudio((state) => state.session);
  const warned = jobs.filter(({ warning, isAcknowledged }) => {
    return warning !== undefined && !isAcknowledged;
  });
  const [first] = warned;
  if (first === undefined) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      icon={<IconInfoCircle size={18} />}
      withCloseButton
      closeButtonLabel="Close this message"
      onClose={() => void session?.runs.dismiss(...warned.map(({ id }) => id))}
    >
      <Text size="sm">{first.warning}</Text>
    </Alert>
  );
}
