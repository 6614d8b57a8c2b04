/** The actions of a clip. */
import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { describeCalls, lookAgainLabel } from '../../../work/jobs/job-words.ts';
import { useCallsAhead } from '../../../work/jobs/use-calls-ahead.ts';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { LazyMenu } from '../../../base/ui/LazyMenu.tsx';
import { clipOf, titleOfClip } from '../model/clip-list.ts';
import { useVideoSession } from '../session/index.ts';
import classes from './Clips.module.css';
import { useListedClips } from './listed-clips.tsx';

export function ClipMenu({ job }: { readonly job: Job }) {
  return (
    <LazyMenu
      button={
        <button
          type="button"
          className={classes['more'] ?? ''}
          aria-label={`More actions for ${titleOfClip(job)}`}
        >
          <IconDots size={16} />
        </button>
      }
    >
      <Items job={job} />
    </LazyMenu>
  );
}

function Items({ job }: { readonly job: Job }) {
  const { waiting, order } = useListedClips()();
  const session = useVideoSession();
  const { clips } = session;
  const actions = useJobActions();
  const ahead = describeCalls(useCallsAhead('video', 1));
  const isOver = isFinalJobState(job.state);
  const output = clipOf(job);
  const queue = waiting.filter(({ connectionId }) => connectionId === job.connectionId);
  const place = queue.findIndex(({ id }) => id === job.id);
  const group = order.filter(({ runId }) => runId !== undefined && runId === job.runId);
  return (
    <>
      {job.state === 'waiting' && (
        <>
          <Menu.Item
            disabled={place <= 0}
            onClick={() => void clips.move(job.id, 'earlier', queue)}
          >
            Send earlier
          </Menu.Item>
          <Menu.Item
            disabled={place < 0 || place === queue.length - 1}
            onClick={() => void clips.move(job.id, 'later', queue)}
          >
            Send later
          </Menu.Item>
        </>
      )}
      {!isOver && job.state !== 'waiting' && (
        <Menu.Item onClick={() => void clips.stop(job.id)}>
          Stop{job.isPractice ? '' : ' (may still be charged)'}
        </Menu.Item>
      )}
      <Menu.Item onClick={() => void session.prepare(job, 'same')}>Change and run</Menu.Item>
      <Menu.Item onClick={() => void session.sendAgain(job, 'same')}>
        {`Again, same seed (${ahead})`}
      </Menu.Item>
      <Menu.Item onClick={() => void session.sendAgain(job, 'new')}>
        {`Again, new seed (${ahead})`}
      </Menu.Item>
      {job.sweep !== undefined && (
        <Menu.Item onClick={() => void session.moreLikeThis(job, group)}>More like this</Menu.Item>
      )}
      {job.canLookAgain && (
        <Menu.Item onClick={() => actions.lookAgain(job.id)}>{lookAgainLabel(job)}</Menu.Item>
      )}
      {output !== undefined && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => actions.saveOutput(job.id, output)}>Save as…</Menu.Item>
          <Menu.Item onClick={() => actions.showOutput(job.id, output)}>Show in folder</Menu.Item>
        </>
      )}
      {isOver && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => void clips.remove([job.id])}>Remove</Menu.Item>
        </>
      )}
    </>
  );
}
