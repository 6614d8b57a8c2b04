/** Clips that were started together, as one card that opens. */
import { Progress, Text, UnstyledButton } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { count, formatTime } from '../../../base/ui/format.ts';
import { CancelWaiting } from '../../../work/runs/CancelWaiting.tsx';
import { formatMoney } from '../../../base/ui/money.ts';
import { costOf, describeGroup, groupState } from '../../../work/runs/run-entries.ts';
import { AXIS_TITLES } from '../model/sweep.ts';
import { useVideoSession } from '../session/index.ts';
import { ClipPicture } from './ClipPicture.tsx';
import classes from './Clips.module.css';

/** Pictures on the card. */
const SHOWN = 4;

export function GroupCard(props: { readonly groupId: string; readonly jobs: readonly Job[] }) {
  const { groupId, jobs } = props;
  const { clips, runs } = useVideoSession();
  const state = groupState(jobs);
  const cost = costOf(jobs);
  const axis = jobs[0]?.sweep?.axis;
  const title = axis === undefined ? count(jobs.length, 'clip') : `${AXIS_TITLES[axis]} sweep`;
  const values = jobs.flatMap(({ sweep }) => sweep?.value ?? []).join(' · ');
  const isRunning = state.waiting + state.running > 0;
  return (
    <article className={classes['card']} aria-label={`Group: ${title}`} data-group>
      <UnstyledButton
        className={classes['open'] ?? ''}
        aria-label={`Open ${title}, ${describeGroup(jobs)}`}
        onClick={() => clips.openGroup(groupId, jobs)}
      >
        <span className={classes['mosaic']}>
          {jobs.slice(0, SHOWN).map((job) => (
            <span key={job.id} className={classes['tile']}>
              <ClipPicture job={job} isPlaying={false} />
            </span>
          ))}
        </span>
      </UnstyledButton>
      {isRunning && (
        <div className={classes['progress']}>
          <Text size="xs" role="status" truncate>
            {describeGroup(jobs)}
          </Text>
          <Progress
            value={((state.done + state.failed) / state.total) * 100}
            size="xs"
            aria-label={describeGroup(jobs)}
          />
          <CancelWaiting jobs={jobs} runs={runs} />
        </div>
      )}
      <div className={classes['text']}>
        <div className={classes['line']}>
          <IconStack2 size={16} />
          <Text size="sm" truncate className={classes['grow'] ?? ''}>
            {title}
          </Text>
        </div>
        <Text size="xs" c="dimmed" truncate title={values}>
          {values}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {[
            formatTime(jobs[0]?.createdAt ?? 0),
            describeGroup(jobs),
            ...(cost === undefined ? [] : [formatMoney(cost)]),
          ].join(' · ')}
        </Text>
      </div>
    </article>
  );
}
