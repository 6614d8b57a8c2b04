import { ActionIcon, Box, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { formatDuration } from '../../../core/ui/format.ts';
import { describeRun, restOf, type Run } from '../model/photo-jobs.ts';
import { describeCalls, describeJob, jobDuration } from '../../../features/jobs/job-words.ts';
import { useJobActions } from '../../../features/jobs/job-actions.ts';
import { useCallsAhead } from '../../../features/jobs/use-calls-ahead.ts';
import { NothingFound } from './JobEntry.tsx';
import { useJobFraction } from '../../../features/jobs/jobs.ts';
import { JobClock } from '../../../features/jobs/JobProgress.tsx';
import shared from '../../../core/ui/shared.module.css';
import { useStudioSession } from '../session/index.ts';
import { QuietButton, SmallNote, Status } from '../../../core/ui/variants.ts';

export function RunOfParts({ run }: { readonly run: Run }) {
  const session = useStudioSession();
  const actions = useJobActions(session?.attempt);
  const running = run.jobs.filter(({ state }) => !isFinalJobState(state));
  const rest = restOf(run);
  const title = run.kind === 'cleanup' ? 'Clean-up' : 'Text removal';
  const standing = `${title}: ${describeRun(run)}`;
  const ended = run.jobs.length - running.length;
  const ahead = useCallsAhead(run.kind, rest.length);
  return (
    <Stack gap="2xs" role="group" aria-label={`${title} in ${run.jobs.length} parts`}>
      <Status>{standing}</Status>
      <Progress value={(100 * ended) / run.jobs.length} size="sm" aria-label={standing} />
      <Box component="ul" mah="calc(2 * var(--gesso-label))" className={shared['scroll'] ?? ''}>
        {run.jobs.map((job, index) => (
          <Part key={job.id} job={job} number={index + 1} />
        ))}
      </Box>
      <Failures jobs={run.jobs} />
      <Group gap="xs">
        {running.length > 0 && (
          <Button onClick={() => void session?.runs.cancelAll(running.map(({ id }) => id))}>
            {running.length === 1 ? 'Stop' : 'Stop all'}
          </Button>
        )}
        {rest.length > 0 && (
          <Button onClick={() => void session?.runs.runRest(run.id)}>
            Run unfinished parts ({describeCalls(ahead)})
          </Button>
        )}
        {running.length === 0 && (
          <QuietButton
            color="gray"
            onClick={() => run.jobs.forEach(({ id }) => actions.dismiss(id))}
          >
            Dismiss
          </QuietButton>
        )}
      </Group>
      <NothingFound run={run} />
    </Stack>
  );
}

function Part({ job, number }: { readonly job: Job; readonly number: number }) {
  const session = useStudioSession();
  const actions = useJobActions(session?.attempt);
  const duration = jobDuration(job);
  const fraction = useJobFraction(job);
  const isOver = isFinalJobState(job.state);
  return (
    <Group component="li" gap="xs" wrap="nowrap" mih="var(--gesso-control-sm)">
      <Text size="xs" flex={1} miw={0}>
        <b>{number}</b> {describeJob(job)}
        {fraction !== undefined && !isOver && ` ${Math.round(fraction * 100)} %`}
      </Text>
      <SmallNote className={shared['numbers'] ?? ''}>
        {duration === undefined ? (
          <JobClock since={job.submittedAt ?? job.createdAt} />
        ) : (
          formatDuration(duration)
        )}
      </SmallNote>
      {!isOver && (
        <ActionIcon
          size="sm"
          aria-label={`Stop part ${number}`}
          onClick={() => actions.stop(job.id)}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
      {isOver && job.error !== undefined && (
        <ActionIcon
          size="sm"
          aria-label={`Run part ${number} again`}
          onClick={() => void session?.runs.runAgain(job.id)}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}

function Failures({ jobs }: { readonly jobs: readonly Job[] }) {
  const actions = useJobActions(useStudioSession()?.attempt);
  const reasons = new Map<string, { readonly numbers: readonly number[]; readonly job: Job }>();
  for (const [index, job] of jobs.entries()) {
    const isByUser = job.error?.kind === 'cancelled';
    if (job.error === undefined || isByUser || !isFinalJobState(job.state)) continue;
    const { numbers = [], job: first = job } = reasons.get(job.error.message) ?? {};
    reasons.set(job.error.message, { numbers: [...numbers, index + 1], job: first });
  }
  return [...reasons].map(
    ([message, { numbers, job }]) =>
      job.error !== undefined && (
        <ErrorNotice
          key={message}
          error={{
            ...job.error,
            message: `${numbers.length === 1 ? 'Part' : 'Parts'} ${numbers.join(', ')}: ${message}`,
          }}
          free={
            job.hasKeptAnswer
              ? [
                  {
                    label: `Save the answer of part ${numbers[0]}`,
                    run: () => actions.saveKeptAnswer(job.id),
                  },
                ]
              : []
          }
        />
      ),
  );
}
