/** Tries of one part in the list. */
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { count, formatTime } from '../../../base/ui/format.ts';
import { upscalerOf } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './List.module.css';
import { Thumbnail } from './ResultCard.tsx';

export function TriesCard({ jobs }: { readonly jobs: readonly Job[] }) {
  const session = useUpscaleSession();
  const [first] = jobs;
  const isOpen = useUpscale(
    ({ tryIds }) => first !== undefined && tryIds?.includes(first.id) === true,
  );
  if (first === undefined) return null;
  const done = jobs.filter(({ state }) => state === 'done').length;
  const isOver = jobs.every(({ state }) => isFinalJobState(state));
  const title = `Tried ${count(jobs.length, 'upscaler')}`;
  return (
    <article
      className={classes['card']}
      aria-label={`${first.title}: ${title}`}
      aria-current={isOpen || undefined}
    >
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open tries of ${first.title}`}
        onClick={() => session.openTries(jobs.map(({ id }) => id))}
      >
        <Thumbnail job={jobs.find(({ state }) => state === 'done') ?? first} />
      </button>
      <div className={classes['text']}>
        <span className={classes['name']} title={first.title}>
          {first.title} (part)
        </span>
        <span className={classes['fact']}>{jobs.map(upscalerOf).join(', ')}</span>
        <span className={classes['fact']} role={isOver ? undefined : 'status'}>
          {formatTime(first.createdAt)} · {done} of {jobs.length} done
        </span>
      </div>
    </article>
  );
}
