/** The actions of an enlargement in the list. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { lookAgainLabel } from '../../../work/jobs/job-words.ts';
import { useRunAgainLabel } from '../../../work/jobs/use-calls-ahead.ts';
import { LazyMenu } from '../../../base/ui/LazyMenu.tsx';
import { pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscaleSession } from '../session/index.ts';

export function ResultMenu({ job }: { readonly job: Job }) {
  return (
    <LazyMenu
      button={
        <ActionIcon size={24} aria-label={`More actions for ${job.title}, ${titleOfResult(job)}`}>
          <IconDots size={16} />
        </ActionIcon>
      }
    >
      <Items job={job} />
    </LazyMenu>
  );
}

function Items({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const actions = useJobActions();
  const againLabel = useRunAgainLabel(job);
  const isOver = isFinalJobState(job.state);
  const output = pictureOf(job);
  return (
    <>
      <Menu.Item onClick={() => void session.prepare(job)}>Change and run</Menu.Item>
      {isOver && job.state !== 'done' && (
        <Menu.Item onClick={() => actions.runAgain(job.id)}>{againLabel}</Menu.Item>
      )}
      {job.canLookAgain && (
        <Menu.Item onClick={() => actions.lookAgain(job.id)}>{lookAgainLabel(job)}</Menu.Item>
      )}
      {output !== undefined && (
        <Menu.Item onClick={() => actions.saveOutput(job.id, output)}>
          Save the service’s file…
        </Menu.Item>
      )}
      {!isOver && (
        <Menu.Item onClick={() => void session.stop(job.id)}>
          Stop{job.isPractice ? '' : ' (may still be charged)'}
        </Menu.Item>
      )}
      {isOver && <Menu.Item onClick={() => void session.remove([job.id])}>Remove</Menu.Item>}
    </>
  );
}
