/** One task: its pictures, how far it is, what came of it, and everything that the log knows. */
import { Badge, Button, Group, Rating, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { queries } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { JobOutcome } from '../../../work/jobs/JobOutcome.tsx';
import { JobOutputs } from '../../../work/jobs/JobOutputs.tsx';
import { JobProgress } from '../../../work/jobs/JobProgress.tsx';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { describeJob, kindTitle, lookAgainLabel } from '../../../work/jobs/job-words.ts';
import { useRunAgainLabel } from '../../../work/jobs/use-calls-ahead.ts';
import { showScreen } from '../../../base/screen/navigation.ts';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobRequestText, LastAnswerText } from './JobTexts.tsx';
import { openTask, openTaskLabel } from '../session/open-task.ts';
import { outcomeColor } from '../list/TaskRow.tsx';
import { sentUrl } from '../list/Thumbnails.tsx';
import { Timeline } from './Timeline.tsx';
import { WaitingOrder } from './WaitingOrder.tsx';
import classes from '../Tasks.module.css';
import { useTasks, useTaskSession } from '../session/screen.ts';
import { canRunAgain } from '../model/task-words.ts';

/** Kinds that a recipe can repeat. */
const RECIPE_KINDS: ReadonlySet<Job['kind']> = new Set([
  'cleanup',
  'remove-text',
  'upscale',
  'merge-face',
  'video',
]);

/** The last answer of a running task is read again so often, ms. */
const REFRESH = 2500;

export function JobPanel({ job }: { readonly job: Job }) {
  const actions = useJobActions();
  const isOver = isFinalJobState(job.state);
  const details = useQuery(
    queries.jobs.details.queryOptions({
      input: { jobId: job.id },
      // another state is another timeline
      queryKey: ['task-details', job.id, job.state, job.revision],
      placeholderData: (before) => before,
      refetchInterval: isOver ? false : REFRESH,
      gcTime: 0,
    }),
  );
  const needsWord = isOver && (job.error !== undefined || job.warning !== undefined);
  return (
    <Inspector label="Task details" head={<Head job={job} />} footer={<Footer job={job} />}>
      <Pictures job={job} />
      {!isOver && (
        <Stack gap="2xs">
          <JobProgress job={job} />
          {job.state === 'waiting' && <WaitingOrder job={job} />}
        </Stack>
      )}
      {needsWord && <JobOutcome job={job} actions={actions} canDismiss={false} />}
      {job.isLate && (
        <Text size="sm" c="dimmed">
          You stopped this task. Its result came all the same, and Gesso kept it.
        </Text>
      )}
      {job.outputs.length > 0 && <JobOutputs job={job} actions={actions} />}
      <JobFacts job={job} details={details.data} />
      {details.error !== null && <ErrorNotice error={readError(details.error)} />}
      {details.data !== undefined && (
        <>
          <Timeline job={job} steps={details.data.timeline} />
          <LastAnswerText answer={details.data.lastAnswer} />
          <JobRequestText request={details.data.request} />
        </>
      )}
    </Inspector>
  );
}

function Head({ job }: { readonly job: Job }) {
  const session = useTaskSession();
  const isOver = isFinalJobState(job.state);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div className={classes['names']}>
          <Text fw={600} size="sm">
            {kindTitle(job.kind)}
          </Text>
          <Text size="sm" truncate title={job.title}>
            {job.title}
          </Text>
        </div>
        {isOver && (
          <Badge c="var(--mantine-color-text)" color={outcomeColor(job)}>
            {job.isLate ? 'Done after Stop' : describeJob(job)}
          </Badge>
        )}
      </Group>
      <Rating
        size="sm"
        aria-label="Stars"
        value={job.stars}
        onChange={(stars) => void session.rate([job], stars === job.stars ? 0 : stars)}
      />
    </>
  );
}

/** The sent picture beside the result. */
function Pictures({ job }: { readonly job: Job }) {
  const sent = sentUrl(job);
  const [first] = job.outputs;
  const still = job.preview ?? first?.poster ?? pictureUrl(first);
  if (sent === undefined && still === undefined) return null;
  return (
    <div className={classes['pictures']}>
      {sent !== undefined && (
        <figure>
          <img src={sent} alt="" onError={hide} />
          <figcaption>Sent</figcaption>
        </figure>
      )}
      {still !== undefined && (
        <figure>
          <img src={still} alt="" onError={hide} />
          <figcaption>{job.preview === undefined ? 'Result' : 'So far'}</figcaption>
        </figure>
      )}
    </div>
  );
}

function pictureUrl(output: Job['outputs'][number] | undefined): string | undefined {
  return output?.mediaType.startsWith('image/') === true ? output.url : undefined;
}

/** A picture that is gone takes its caption along. */
function hide(event: { readonly currentTarget: HTMLElement }): void {
  const figure = event.currentTarget.closest('figure');
  if (figure !== null) figure.hidden = true;
}

function Footer({ job }: { readonly job: Job }) {
  const session = useTaskSession();
  const isOver = isFinalJobState(job.state);
  const opens = openTaskLabel(job);
  return (
    <Stack gap="xs">
      <Prepared job={job} />
      <Group gap="xs">
        {!isOver && (
          <Button onClick={() => void session.cancel({ jobs: [job], groups: [] }, 'sent')}>
            {stopLabel(job)}
          </Button>
        )}
        {opens !== undefined && <Button onClick={() => openTask(job)}>{opens}</Button>}
        {job.canLookAgain && (
          <Button onClick={() => void session.lookAgain([job])}>{lookAgainLabel(job)}</Button>
        )}
        {job.state === 'done' && RECIPE_KINDS.has(job.kind) && (
          <Button
            onClick={() => showScreen('recipes', { kind: 'make-recipe', from: { jobId: job.id } })}
          >
            Make recipe…
          </Button>
        )}
        {canRunAgain(job) && <Button onClick={() => session.prepare(job.id)}>Run again…</Button>}
        {(job.state === 'failed' || job.state === 'unknown') && (
          <Button onClick={() => showScreen('activity', { kind: 'show-calls', jobId: job.id })}>
            Show its calls
          </Button>
        )}
        {isOver && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => void session.remove({ jobs: [job], groups: [] })}
          >
            Remove
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function stopLabel({ kind, state }: Job): string {
  if (kind === 'watch') return 'Stop watching';
  return state === 'waiting' ? 'Cancel' : 'Stop';
}

/** "Run again" waits here with its cost until it is sent. */
function Prepared({ job }: { readonly job: Job }) {
  const session = useTaskSession();
  const isPrepared = useTasks(({ preparedId }) => preparedId === job.id);
  const label = useRunAgainLabel(job);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isPrepared) button.current?.focus();
  }, [isPrepared]);
  if (!isPrepared || !canRunAgain(job)) return null;
  return (
    <Group gap="xs" role="group" aria-label="Run again">
      <Button
        variant="filled"
        ref={button}
        onClick={() => {
          session.prepare(undefined);
          void session.runAgain([job]);
        }}
      >
        {label}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => session.prepare(undefined)}>
        Not now
      </Button>
    </Group>
  );
}
