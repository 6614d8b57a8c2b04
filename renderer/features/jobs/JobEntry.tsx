/** A job of any kind in a list: files, state and actions. */
import { ActionIcon, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { HAIRLINE } from '../../core/ui/hairline.ts';
import { formatDuration, formatTime } from '../../core/ui/format.ts';
import { LazyMenu } from '../../core/ui/LazyMenu.tsx';
import { formatMoney } from '../../core/ui/money.ts';
import { jobActions } from './job-actions.ts';
import shared from '../../core/ui/shared.module.css';
import { JobOutcome } from './JobOutcome.tsx';
import { JobOutputs } from './JobOutputs.tsx';
import { JobProgress } from './JobProgress.tsx';
import { describeJob, jobDuration, kindTitle, checkAgainLabel } from './job-words.ts';
import { useRunAgainLabel } from './use-calls-ahead.ts';
import { SmallNote } from '../../core/ui/variants.ts';

/** @param props.onOpen opens the job's photo */
export function JobEntry(props: { readonly job: Job; readonly onOpen: () => void }) {
  const { job, onOpen } = props;
  const isOver = isFinalJobState(job.state);
  const needsWord = isOver && (job.error !== undefined || job.warning !== undefined);
  return (
    <Stack
      component="article"
      gap="xs"
      px="sm"
      py="xs"
      bg="var(--gesso-raised)"
      style={{ border: HAIRLINE }}
      bdrs="md"
      aria-label={`${kindTitle(job.kind)}: ${job.title}`}
    >
      <Group component="header" gap="xs" wrap="nowrap" mih="var(--gesso-status)">
        <Text component="h3" size="sm" fw={600} flex="none">
          {kindTitle(job.kind)}
        </Text>
        <Text size="sm" truncate flex={1} miw="var(--gesso-number)">
          {job.title}
        </Text>
        {isOver && (
          <Badge c="var(--mantine-color-text)" color={badgeColor(job)}>
            {describeJob(job)}
          </Badge>
        )}
        <SmallNote className={shared['numbers'] ?? ''}>{factsOf(job).join(', ')}</SmallNote>
        <More job={job} onOpen={onOpen} />
      </Group>
      {!isOver && (
        <Stack gap="2xs" align="flex-start">
          <JobProgress job={job} />
          <Button size="compact-sm" onClick={() => jobActions.stop(job.id)}>
            {job.kind === 'watch' ? 'Stop watching' : 'Stop'}
          </Button>
        </Stack>
      )}
      {needsWord && <JobOutcome job={job} canDismiss={false} />}
      {job.outputs.length > 0 && <JobOutputs job={job} />}
    </Stack>
  );
}

function More({ job, onOpen }: { readonly job: Job; readonly onOpen: () => void }) {
  const isOver = isFinalJobState(job.state);
  const againLabel = useRunAgainLabel(job);
  const canRunAgain = isOver && job.state !== 'done' && job.kind !== 'watch';
  return (
    <LazyMenu
      button={
        <ActionIcon size={28} aria-label={`More actions for ${kindTitle(job.kind)} ${job.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={onOpen}>Open in Studio</Menu.Item>
      {job.canPollAgain && (
        <Menu.Item onClick={() => jobActions.pollAgain(job.id)}>{checkAgainLabel(job)}</Menu.Item>
      )}
      {canRunAgain && (
        <Menu.Item onClick={() => jobActions.runAgain(job.id)}>{againLabel}</Menu.Item>
      )}
    </LazyMenu>
  );
}

function badgeColor({ state }: Job): string {
  if (state === 'done') return 'teal';
  return state === 'cancelled' ? 'gray' : 'orange';
}

/** Such as "14:05, 2.1 s, $0.04, Studio account". */
function factsOf(job: Job): readonly string[] {
  const duration = jobDuration(job);
  return [
    formatTime(job.createdAt),
    ...(duration === undefined || job.price === 0 ? [] : [formatDuration(duration)]),
    ...(job.price === undefined || job.price === 0 || job.isPractice
      ? []
      : [formatMoney(job.price)]),
    job.connectionName,
  ];
}
