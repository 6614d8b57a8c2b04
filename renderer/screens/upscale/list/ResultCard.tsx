/** One enlargement in the list: its picture, how it stands, its actions. */
import { IconPhoto } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoThumbnailUrl } from '../../../../shared/media.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { describeJob, heldUpBy } from '../../../work/jobs/job-words.ts';
import { formatTime } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { isTry, pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './List.module.css';
import { ResultMenu } from './ResultMenu.tsx';

export const ResultCard = memo(function ResultCard({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const isOpen = useUpscale((state) => state.openId === job.id);
  const fraction = useJobFraction(job);
  const output = pictureOf(job);
  const isOver = isFinalJobState(job.state);
  const percent = fraction === undefined ? '' : ` ${Math.round(fraction * 100)} %`;
  return (
    <article
      className={classes['card']}
      aria-label={`${job.title}: ${titleOfResult(job)}`}
      aria-current={isOpen || undefined}
    >
      <button
        type="button"
        className={classes['open']}
        aria-label={`Open ${job.title}, ${titleOfResult(job)}, ${describeJob(job)}`}
        onClick={() => session.open(job.id)}
      >
        <Thumbnail job={job} />
      </button>
      <div className={classes['text']}>
        <span className={classes['name']} title={job.title}>
          {job.title}
          {isTry(job) && ' (part)'}
        </span>
        <span className={classes['fact']}>{titleOfResult(job)}</span>
        <span
          className={classes['fact']}
          title={heldUpBy(job)}
          role={isOver ? undefined : 'status'}
        >
          {isOver && job.state === 'done'
            ? factsOf(job)
            : `${describeJob(job)}${isOver ? '' : percent}`}
          {output === undefined || output.width === undefined
            ? ''
            : ` · ${output.width} × ${output.height} px`}
        </span>
      </div>
      <ResultMenu job={job} />
    </article>
  );
});

/**
 * The picture that was sent: at this size the result looks the same, and a large one need not be decoded.
 * Of a part, and where the picture is gone, the result.
 */
export function Thumbnail({ job }: { readonly job: Job }) {
  const output = pictureOf(job);
  const result = output && fileThumbnailUrl(output.url);
  const sent = job.subject && photoThumbnailUrl(job.subject.photoId, '');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const wanted = isTry(job) ? [result, sent] : [sent, result];
  const url = wanted.find((each) => each !== undefined && !missing.includes(each));
  if (url === undefined) return <IconPhoto size={24} stroke={1.2} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing((before) => [...before, url])}
    />
  );
}

/** "14:05 · $0.10" */
function factsOf({ createdAt, price, isPractice, isLate }: Job): string {
  const cost = price === undefined || price === 0 || isPractice ? [] : [formatMoney(price)];
  return [formatTime(createdAt), ...cost, ...(isLate ? ['after cancel'] : [])].join(' · ');
}
