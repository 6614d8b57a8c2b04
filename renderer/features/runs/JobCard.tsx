/** A run as a card in the tray, with its progress, or whether its failure cost anything. */
import { Progress, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { IconButton } from '../../core/ui/IconButton.tsx';
import { useNow } from '../../core/ui/use-now.ts';
import { jobActions } from '../jobs/job-actions.ts';
import { describeJob, blockedReason, checkAgainLabel } from '../jobs/job-words.ts';
import { useJobFraction } from '../jobs/jobs.ts';
import { timeLeft } from '../jobs/time-left.ts';
import { useRunAgainLabel } from '../jobs/use-calls-ahead.ts';
import type { RunActions } from './run-actions.ts';
import { ABOVE, RunCard, type RunCardProps } from './RunCard.tsx';
import { RunMenuButton } from './RunMenu.tsx';
import { failureWords } from './run-words.ts';

export function JobCard(props: {
  readonly job: Job;
  readonly title: string;
  /** Of a result. */
  readonly detail: ReactNode;
  readonly facts: ReactNode;
  readonly hint?: string | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly pictures: ReactNode;
  readonly items: ReactNode;
  readonly runs: Pick<RunActions, 'stop' | 'toggle'>;
  /** Sends it again, where the screen has its own way. */
  readonly onRunAgain?: () => void;
  readonly hover?: RunCardProps['hover'];
  readonly onPress: (event: MouseEvent) => void;
}) {
  const { job, title, hint, runs, onRunAgain, items, ...card } = props;
  const isOver = isFinalJobState(job.state);
  const hasFailed = isOver && job.state !== 'done';
  return (
    <RunCard
      {...card}
      title={title}
      state={describeJob(job)}
      hint={blockedReason(job) ?? job.error?.message ?? hint}
      isPale={job.state !== 'done'}
      {...(isOver ? {} : { detail: <Working job={job} />, facts: <Bar job={job} /> })}
      {...(hasFailed
        ? {
            detail: <span data-failed>{failureWords(job)}</span>,
            facts: <WayOut job={job} onRunAgain={onRunAgain} />,
          }
        : {})}
      stop={!isOver && <Stop job={job} title={title} onStop={() => void runs.stop(job.id)} />}
      menu={<RunMenuButton name={title}>{items}</RunMenuButton>}
      onToggle={() => runs.toggle(job.id)}
    />
  );
}

/** Such as "42 %, 8 s left", updated by itself. */
function Working({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  const now = useNow(1000);
  const share = fraction === undefined ? describeJob(job) : `${Math.round(fraction * 100)} %`;
  const left = timeLeft(job, Math.max(now, job.createdAt));
  return (
    <>
      <span role="status">{share}</span>
      {/* outside the status, since it changes every second */}
      {left && `, ${left}`}
    </>
  );
}

function Bar({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  if (job.state === 'waiting') return null;
  return (
    <Progress
      value={fraction === undefined ? 100 : fraction * 100}
      animated={fraction === undefined}
      size="xs"
      aria-label={describeJob(job)}
    />
  );
}

function Stop(props: { readonly job: Job; readonly title: string; readonly onStop: () => void }) {
  const { job, title, onStop } = props;
  const isFree = job.state === 'waiting' || job.isPractice;
  return (
    <IconButton
      label={`${job.state === 'waiting' ? 'Cancel' : 'Stop'} ${title}`}
      tip={isFree ? 'Stop' : 'Stop (may still be charged)'}
      icon={<IconX size={16} />}
      size="sm"
      onClick={onStop}
    />
  );
}

/** A free check is offered before another call. */
function WayOut(props: { readonly job: Job; readonly onRunAgain: (() => void) | undefined }) {
  const { job, onRunAgain } = props;
  const again = useRunAgainLabel(job);
  const canPoll = job.canPollAgain;
  return (
    <UnstyledButton
      pos="relative"
      maw="100%"
      c="var(--gesso-accent-text)"
      style={{ ...ABOVE, font: 'inherit' }}
      onClick={() => {
        if (canPoll) jobActions.pollAgain(job.id);
        else if (onRunAgain === undefined) jobActions.runAgain(job.id);
        else onRunAgain();
      }}
    >
      {canPoll ? checkAgainLabel(job) : again}
    </UnstyledButton>
  );
}
