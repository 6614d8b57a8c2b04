/**
 * How a job ended, if there is something to say: the reason, buttons that help, and a saved answer.
 */
import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { jobActions, type JobActions } from './job-actions.ts';
import { checkAgainLabel } from './job-words.ts';
import { useRunAgainLabel } from './use-calls-ahead.ts';

type OutcomeActions = Pick<JobActions, 'runAgain' | 'pollAgain' | 'dismiss' | 'saveKeptAnswer'>;

/** @param props.canDismiss false where the job stays in a list anyway */
export function JobOutcome(props: {
  readonly job: Job;
  /** Default: the common ones. */
  readonly actions?: OutcomeActions;
  readonly canDismiss?: boolean;
}) {
  const { job, actions = jobActions, canDismiss = true } = props;
  const againLabel = useRunAgainLabel(job);
  const onClose = canDismiss ? () => actions.dismiss(job.id) : undefined;
  if (job.error === undefined) return <JobWarning job={job} onClose={onClose} />;
  // a watched task was started elsewhere: Gesso cannot send it again
  const again =
    job.kind === 'watch'
      ? {}
      : { actionLabel: againLabel, onAction: () => actions.runAgain(job.id) };
  const free = [
    ...(job.canPollAgain
      ? [{ label: checkAgainLabel(job), run: () => actions.pollAgain(job.id) }]
      : []),
    ...(job.hasKeptAnswer
      ? [{ label: 'Save the answer', run: () => actions.saveKeptAnswer(job.id) }]
      : []),
  ];
  return <ErrorNotice error={job.error} free={free} {...again} onClose={onClose} />;
}

/** A warning about a received answer. */
export function JobWarning(props: {
  readonly job: Job;
  readonly onClose?: (() => void) | undefined;
}) {
  const { job, onClose } = props;
  if (job.warning === undefined || (job.isAcknowledged && onClose !== undefined)) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      role="status"
      icon={<IconInfoCircle size={16} />}
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Dismiss"
      {...(onClose === undefined ? {} : { onClose })}
    >
      <Text size="sm">{job.warning}</Text>
    </Alert>
  );
}
