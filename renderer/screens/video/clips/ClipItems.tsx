import { Box, Menu } from '@mantine/core';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { describeCalls } from '../../../features/jobs/job-words.ts';
import { useCallsAhead } from '../../../features/jobs/use-calls-ahead.ts';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import { RunItems } from '../../../features/runs/RunMenu.tsx';
import { titleOfClip } from '../model/clip-list.ts';
import { useVideoSession } from '../session/index.ts';
import { Stars } from './Stars.tsx';
import { waitingClips } from './use-clips.ts';

export function ClipItems(props: { readonly job: Job; readonly output: JobOutput | undefined }) {
  const { job, output } = props;
  const session = useVideoSession();
  const { clips, runs } = session;
  const ahead = describeCalls(useCallsAhead('video', 1));
  const queue = waitingClips(job.connectionId);
  const place = queue.findIndex(({ id }) => id === job.id);
  return (
    <RunItems
      job={job}
      runs={runs}
      again={
        <>
          <Menu.Item onClick={() => void session.prepare(job, 'same')}>Change and run</Menu.Item>
          <Menu.Item onClick={() => void session.sendAgain(job, 'same')}>
            {`Again, same seed (${ahead})`}
          </Menu.Item>
          <Menu.Item onClick={() => void session.sendAgain(job, 'new')}>
            {`Again, new seed (${ahead})`}
          </Menu.Item>
          {job.sweep !== undefined && (
            <Menu.Item onClick={() => void session.moreLikeThis(job)}>More like this</Menu.Item>
          )}
        </>
      }
      out={
        output !== undefined && (
          <>
            <Menu.Item onClick={() => jobActions.saveOutput(job.id, output)}>Save as…</Menu.Item>
            <Menu.Item onClick={() => jobActions.showOutput(job.id, output)}>
              Show in folder
            </Menu.Item>
          </>
        )
      }
    >
      <Box p="2xs">
        <Stars
          label={`Rate ${titleOfClip(job, output)}`}
          value={job.stars}
          onChange={(stars) => void clips.rate(job.id, stars)}
        />
      </Box>
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
    </RunItems>
  );
}
