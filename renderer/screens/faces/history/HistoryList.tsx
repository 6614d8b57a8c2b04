/** Earlier face merges, the newest first: both pictures and the result of each. */
import { ActionIcon, Button, Menu, Text, Title, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoPartUrl } from '../../../../shared/media.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { describeJob, durationOf, runAgainLabel } from '../../../work/jobs/job-words.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { formatDuration, formatTime } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { LazyMenu } from '../../../base/ui/LazyMenu.tsx';
import { describeMatrix } from '../model/matrix.ts';
import { partsOf } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';

/** The runs of the log that are loaded. */
export interface FacesHistory {
  /** Newest first. */
  readonly jobs: readonly Job[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  loadMore(): void;
  reload(): void;
}

export function HistoryList({ history }: { readonly history: FacesHistory }) {
  const { jobs, error, hasMore, isLoading } = history;
  return (
    <section aria-label="Earlier results" className={classes['fields']}>
      <Title order={2} size="sm">
        Earlier results
      </Title>
      {error !== null && (
        <ErrorNotice error={readError(error)} actions={{ retry: history.reload }} />
      )}
      {jobs.length === 0 && !isLoading && error === null && (
        <Text size="sm" c="dimmed">
          No results yet.
        </Text>
      )}
      <ul className={classes['history']}>
        {entriesOf(jobs).map((entry) => (
          <li key={entry.id}>
            {entry.jobs.length === 1 && entry.jobs[0] !== undefined ? (
              <Entry job={entry.jobs[0]} />
            ) : (
              <GroupEntry id={entry.id} jobs={entry.jobs} />
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => history.loadMore()}>
          Show more
        </Button>
      )}
    </section>
  );
}

/** Runs that were started together are one entry. */
function entriesOf(
  jobs: readonly Job[],
): readonly { readonly id: string; readonly jobs: readonly Job[] }[] {
  const entries = new Map<string, Job[]>();
  for (const job of jobs) {
    const id = job.runId ?? job.id;
    entries.set(id, [...(entries.get(id) ?? []), job]);
  }
  return [...entries].map(([id, members]) => ({ id, jobs: members }));
}

function Entry({ job }: { readonly job: Job }) {
  const session = useFacesSession();
  const isShown = useFaces((state) => state.jobId === job.id);
  const fraction = useJobFraction(job);
  const [output] = job.outputs;
  const name = `${job.title}, ${formatTime(job.createdAt)}`;
  return (
    <div className={classes['entry']} data-shown={isShown || undefined}>
      <UnstyledButton
        className={classes['entryOpen'] ?? ''}
        aria-label={`Show ${name}`}
        aria-current={isShown}
        onClick={() => session.show(job.id)}
      >
        <Thumbnails job={job} />
        {output === undefined ? (
          <span className={classes['thumbnail']} data-empty />
        ) : (
          <img className={classes['thumbnail']} src={fileThumbnailUrl(output.url)} alt="" />
        )}
        <span className={classes['entryWords']}>
          <Text size="xs" truncate title={job.title}>
            {job.title}
          </Text>
          <Text size="xs" c="dimmed">
            {isFinalJobState(job.state) ? factsOf(job) : describeJob(job)}
            {!isFinalJobState(job.state) && fraction !== undefined
              ? ` ${Math.round(fraction * 100)} %`
              : ''}
          </Text>
        </span>
      </UnstyledButton>
      <EntryMenu job={job} name={name} />
    </div>
  );
}

function GroupEntry({ id, jobs }: { readonly id: string; readonly jobs: readonly Job[] }) {
  const session = useFacesSession();
  const isShown = useFaces((state) => state.groupId === id);
  const [first] = jobs;
  return (
    <div className={classes['entry']} data-shown={isShown || undefined}>
      <UnstyledButton
        className={classes['entryOpen'] ?? ''}
        aria-label={`Show ${jobs.length} results`}
        aria-current={isShown}
        onClick={() => session.showGroup(id)}
      >
        {first !== undefined && <Thumbnails job={first} />}
        <span className={classes['entryWords']}>
          <Text size="xs">{jobs.length} results</Text>
          <Text size="xs" c="dimmed">
            {describeMatrix(jobs)}
          </Text>
        </span>
      </UnstyledButton>
      <LazyMenu
        button={
          <ActionIcon size={28} aria-label={`More actions for ${jobs.length} results`}>
            <IconDots size={16} />
          </ActionIcon>
        }
      >
        <Menu.Item onClick={() => void session.remove(jobs.map((job) => job.id))}>
          Remove all {jobs.length}
        </Menu.Item>
      </LazyMenu>
    </div>
  );
}

/** Face and picture as they were sent. */
function Thumbnails({ job: { brief } }: { readonly job: Job }) {
  if (brief.kind !== 'merge-face') return null;
  const { face, picture } = partsOf(brief);
  return (
    <>
      <img
        className={classes['thumbnail']}
        src={photoPartUrl(face.photoId, face.rect)}
        alt=""
        loading="lazy"
      />
      <img
        className={classes['thumbnail']}
        src={photoPartUrl(picture.photoId, picture.rect)}
        alt=""
        loading="lazy"
      />
    </>
  );
}

function EntryMenu({ job, name }: { readonly job: Job; readonly name: string }) {
  const session = useFacesSession();
  const isOver = isFinalJobState(job.state);
  const again = runAgainLabel({ calls: 1, cost: job.price, isPractice: job.isPractice });
  return (
    <LazyMenu
      button={
        <ActionIcon size={28} aria-label={`More actions for ${name}`}>
          <IconDots size={16} />
        </ActionIcon>
      }
    >
      <Menu.Item onClick={() => void session.prepare(job)}>Use these pictures again</Menu.Item>
      {isOver && job.state !== 'done' && (
        <Menu.Item onClick={() => void session.runAgain([job.id])}>{again}</Menu.Item>
      )}
      {isOver ? (
        <Menu.Item onClick={() => void session.remove([job.id])}>Remove</Menu.Item>
      ) : (
        <Menu.Item onClick={() => void session.stop([job.id])}>Stop</Menu.Item>
      )}
    </LazyMenu>
  );
}

/** "14:05 · 2.1 s · $0.04" */
function factsOf(job: Job): string {
  const duration = durationOf(job);
  return [
    ...(job.state === 'done' ? [] : [describeJob(job)]),
    formatTime(job.createdAt),
    ...(duration === undefined ? [] : [formatDuration(duration)]),
    ...(job.price === undefined || job.isPractice ? [] : [formatMoney(job.price)]),
  ].join(' · ');
}
