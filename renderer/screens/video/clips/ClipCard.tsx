/**
 * One clip in the list: its picture, how it stands, its stars and its actions. Many of them come and go
 * while the list is scrolled: plain elements, and nothing that only a pointed-at card needs.
 */
import { IconCheck } from '@tabler/icons-react';
import { memo } from 'react';
import { isFinalJobState, type Job, type JobOutput } from '../../../../shared/contract/jobs.ts';
import { describeJob } from '../../../work/jobs/job-words.ts';
import { settingsInWords } from '../../../work/jobs/settings-words.ts';
import { usePressRun } from '../../../work/runs/listed-runs.tsx';
import { whenAndCost } from '../../../work/runs/run-words.ts';
import { clipOf, measuresOfClip, titleOfClip } from '../model/clip-list.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { ClipMenu } from './ClipMenu.tsx';
import { ClipPicture } from './ClipPicture.tsx';
import { ClipProgress } from './ClipProgress.tsx';
import classes from './Clips.module.css';
import { Stars } from './Stars.tsx';
import { useRestedPointer } from './use-rested-pointer.ts';

export const ClipCard = memo(function ClipCard(props: {
  readonly job: Job;
  readonly output: JobOutput | undefined;
}) {
  const { job, output } = props;
  const { id } = job;
  const { clips, runs } = useVideoSession();
  const isOpen = useVideo(
    ({ clipId, clipOutput }) => clipId === id && clipOf(job, clipOutput)?.id === output?.id,
  );
  const isSelected = useVideo((state) => state.selected.includes(id));
  const { isRested, handlers } = useRestedPointer();
  const isOver = isFinalJobState(job.state);
  const title = titleOfClip(job, output);
  // clips of one picture differ in their settings
  const settings = settingsInWords(job) || title;
  const press = usePressRun(runs, () => clips.open(id, output?.id));

  return (
    <article
      className={classes['card']}
      aria-label={`Clip: ${title}`}
      aria-current={isOpen || undefined}
      data-id={id}
      data-selected={isSelected || undefined}
      {...handlers}
    >
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open ${title}, ${describeJob(job)}`}
        onClick={(event) => press(event, id)}
      >
        <ClipPicture job={job} output={output} isPlaying={isRested} />
      </button>
      <button
        type="button"
        className={classes['select']}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${title}`}
        onClick={() => runs.toggle(id)}
      >
        {isSelected && <IconCheck size={16} />}
      </button>
      <ClipMenu job={job} output={output} />
      {!isOver && <ClipProgress job={job} />}
      <div className={classes['text']}>
        <div className={classes['line']}>
          <span className={classes['name']} title={settings}>
            {settings}
          </span>
          {isOver && (job.state !== 'done' || output === undefined) && (
            <span className={classes['ended']} data-state={job.state}>
              {job.state === 'done' ? 'No clip' : describeJob(job)}
            </span>
          )}
          {output?.damage !== undefined && (
            <span className={classes['ended']} data-state="failed">
              Damaged
            </span>
          )}
        </div>
        <span className={classes['fact']} title={[title, measuresOfClip(output)].join('\n').trim()}>
          {title}
        </span>
        <div className={classes['line']}>
          <Stars
            label={`Rate ${title}`}
            value={job.stars}
            onChange={(stars) => void clips.rate(id, stars)}
          />
          <span className={`${classes['fact']} ${classes['right']}`}>{whenAndCost(job)}</span>
        </div>
      </div>
    </article>
  );
});
