/** The actions of a result in a list: the screen's own first, then those of every run. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { LazyMenu } from '../../core/ui/LazyMenu.tsx';
import { jobActions } from '../jobs/job-actions.ts';
import { checkAgainLabel } from '../jobs/job-words.ts';
import { useRunAgainLabel } from '../jobs/use-calls-ahead.ts';
import type { RunActions } from './run-actions.ts';
import shared from '../../core/ui/shared.module.css';

/** @param props.name of the result, for screen readers */
export function RunMenuButton(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <LazyMenu
      button={
        <ActionIcon
          size="sm"
          className={shared['more'] ?? ''}
          aria-label={`More actions for ${props.name}`}
        >
          <IconDots size={16} />
        </ActionIcon>
      }
    >
      {props.children}
    </LazyMenu>
  );
}

/** Menu items. @param props.again replaces Run again where the screen has its own */
export function RunItems(props: {
  readonly job: Job;
  readonly runs: Pick<RunActions, 'stop' | 'remove'>;
  readonly again?: ReactNode;
  /** Before the line above "Remove": sending it elsewhere. */
  readonly out?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { job, runs, again, out, children } = props;
  const againLabel = useRunAgainLabel(job);
  const isOver = isFinalJobState(job.state);
  const hasFailed = isOver && job.state !== 'done';
  return (
    <>
      {children}
      {!isOver && job.state !== 'waiting' && (
        <Menu.Item onClick={() => void runs.stop(job.id)}>
          Stop{job.isPractice ? '' : ' (may still be charged)'}
        </Menu.Item>
      )}
      {job.state === 'waiting' && (
        <Menu.Item onClick={() => void runs.stop(job.id)}>Cancel</Menu.Item>
      )}
      {job.canPollAgain && (
        <Menu.Item onClick={() => jobActions.pollAgain(job.id)}>{checkAgainLabel(job)}</Menu.Item>
      )}
      {again}
      {again === undefined && hasFailed && (
        <Menu.Item onClick={() => jobActions.runAgain(job.id)}>{againLabel}</Menu.Item>
      )}
      {out !== undefined && out !== false && <Menu.Divider />}
      {out}
      {isOver && <Menu.Divider />}
      {isOver && <Menu.Item onClick={() => void runs.remove([job.id])}>Remove</Menu.Item>}
    </>
  );
}
