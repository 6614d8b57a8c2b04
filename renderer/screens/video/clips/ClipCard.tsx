/**
 * One clip in the list: its picture, how it stands, its stars and its actions. Many of them come and go
 * while the list is scrolled: plain elements, and nothing that only a pointed-at card needs.
 */
import { IconCheck } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { describeJob } from '../../../work/jobs/job-words.ts';
import { settingsInWords } from '../../../work/jobs/settings-words.ts';
import { formatTime } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { clipOf, measuresOfClip, titleOfClip } from '../model/clip-list.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { useListedClips } from './listed-clips.tsx';
import { ClipMenu } from './ClipMenu.tsx';
import { ClipPicture } from './ClipPicture.tsx';
import { ClipProgress } from './ClipProgress.tsx';
import classes from './Clips.module.css';
import { Stars } from './Stars.tsx';
import { useRestedPointer } from './use-rested-pointer.ts';

export const ClipCard = memo(function ClipCard({ job }: { readonly job: Job }) {
  const { id } = job;
  const { clips: actions } = useVideoSession();
  const isOpen = useVideo((state) => state.clipId === id);
  const isSelected = useVideo((state) => state.selected.includes(id));
  const { isRested, handlers } = useRestedPointer();
  const isOver = isFinalJobState(job.state);
  const title = titleOfClip(job);
  // clips of one picture differ in their settings
  const settings = settingsInWords(job) || title;
  const listed = useListedClips();

  function press(event: MouseEvent): void {
    if (event.shiftKey) actions.selectTo(id, listed().order);
    else if (event.ctrlKey || event.metaKey) actions.add(id);
    else actions.open(id);
  }

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
        onClick={press}
      >
        <ClipPicture job={job} isPlaying={isRested} />
      </button>
      <button
        type="button"
        className={classes['select']}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${title}`}
        onClick={() => actions.toggle(id)}
      >
        {isSelected && <IconCheck size={14} />}
      </button>
      <ClipMenu job={job} />
      {!isOver && <ClipProgress job={job} />}
      <div className={classes['text']}>
        <div className={classes['line']}>
          <span className={classes['name']} title={settings}>
            {settings}
          </span>
          {isOver && (job.state !== 'done' || clipOf(job) === undefined) && (
            <span className={classes['ended']} data-state={job.state}>
              {job.state === 'done' ? 'No clip' : describeJob(job)}
            </span>
          )}
          {clipOf(job)?.damage !== undefined && (
            <span className={classes['ended']} data-state="failed">
              Damaged
            </span>
          )}
        </div>
        <span className={classes['fact']} title={[title, measuresOfClip(job)].join('\n').trim()}>
          {title}
        </span>
        <div className={classes['line']}>
          <Stars
            label={`Rate ${title}`}
            value={job.stars}
            onChange={(stars) => void actions.rate(id, stars)}
          />
          <span className={`${classes['fact']} ${classes['right']}`}>{factsOf(job)}</span>
        </div>
      </div>
    </article>
  );
});

/** "14:05 · $0.10" */
function factsOf({ createdAt, price, isPractice, isLate }: Job): string {
  const cost = price === undefined || price === 0 || isPractice ? [] : [formatMoney(price)];
  return [formatTime(createdAt), ...cost, ...(isLate ? ['after cancel'] : [])].join(' · ');
}
