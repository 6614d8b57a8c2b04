import { ActionIcon, Button, Group, Menu, Rating, Stack, Text } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useMemo } from 'react';
import { isFinalJobState, type Job, type JobDetails } from '../../../../shared/contract/jobs.ts';
import { queries, backend } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { JobOutcome } from '../../../features/jobs/JobOutcome.tsx';
import { JobOutputs, outputInWords } from '../../../features/jobs/JobOutputs.tsx';
import { JobProgress } from '../../../features/jobs/JobProgress.tsx';
import { jobActions } from '../../../features/jobs/job-actions.ts';
import {
  kindTitle,
  checkAgainLabel,
  jobDuration,
  stateTitle,
} from '../../../features/jobs/job-words.ts';
import { useRunAgainLabel } from '../../../features/jobs/use-calls-ahead.ts';
import { showScreen } from '../../../core/screen/navigation.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { Foot, MainButton } from '../../../core/frame/Foot.tsx';
import { Inspector } from '../../../core/frame/Inspector.tsx';
import { Section, Fold } from '../../../core/ui/Form.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { JobFacts } from './JobFacts.tsx';
import { JobTexts } from './JobTexts.tsx';
import { openTask, openTaskLabel } from '../session/open-task.ts';
import { sentUrl } from '../list/Thumbnails.tsx';
import { TASKS } from '../task-commands.ts';
import classes from '../Tasks.module.css';
import { tasks, useTasks } from '../session/use-tasks.ts';
import { canPrepareAgain, endTime, isBadEnd } from '../model/task-words.ts';
import { LOCALE } from '../../../../shared/numbers.ts';
import { formatDateTime, formatDuration } from '../../../core/ui/format.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { Note, SmallNote } from '../../../core/ui/variants.ts';

function WaitingOrder({ job }: { readonly job: Job }) {
  const jobs = useJobs((state) => state.jobs);
  const line = useMemo(() => lineOf(job, jobs), [job, jobs]);
  const at = line.findIndex(({ id }) => id === job.id);
  /** Without a task to be before, moves it to the end. */
  const moveBefore = (next: Job | undefined): void =>
    void tasks.attempt(() =>
      backend.jobs.reorder({ jobId: job.id, ...(next && { beforeJobId: next.id }) }),
    );
  if (line.length < 2 || at < 0) return null;
  return (
    <>
      <SmallNote>
        {at + 1} of {line.length} waiting
      </SmallNote>
      <Group gap="xs" role="group" aria-label="Order">
        <Button disabled={at === 0} onClick={() => moveBefore(line[0])}>
          Send first
        </Button>
        <Button disabled={at === 0} onClick={() => moveBefore(line[at - 1])}>
          Earlier
        </Button>
        <Button disabled={at === line.length - 1} onClick={() => moveBefore(line[at + 2])}>
          Later
        </Button>
      </Group>
    </>
  );
}

/** Returns tasks that wait for the same rate of the same connection, the next one first. */
function lineOf(job: Job, jobs: ReadonlyMap<string, Job>): readonly Job[] {
  return [...jobs.values()]
    .filter(
      (other) =>
        other.state === 'waiting' &&
        other.connectionId === job.connectionId &&
        rateOf(other) === rateOf(job) &&
        (other.batchId === undefined) === (job.batchId === undefined),
    )
    .sort((a, b) => (a.place ?? a.createdAt) - (b.place ?? b.createdAt));
}

/** Videos and uploads have rates of their own. */
function rateOf({ kind }: Job): string {
  return kind === 'video' || kind === 'training-upload' ? kind : 'image';
}

const RECIPE_KINDS: ReadonlySet<Job['kind']> = new Set([
  'cleanup',
  'remove-text',
  'upscale',
  'merge-face',
  'video',
]);

/** Refresh interval of a running task's last answer, ms. */
const REFRESH = 2500;

export function JobPanel({ job }: { readonly job: Job }) {
  const isOver = isFinalJobState(job.state);
  const details = useQuery(
    queries.jobs.details.queryOptions({
      input: { jobId: job.id },
      // each state has its own timeline
      queryKey: ['task-details', job.id, job.state, job.revision],
      placeholderData: (before) => before,
      refetchInterval: isOver ? false : REFRESH,
      gcTime: 0,
    }),
  );
  const needsWord = isOver && (job.error !== undefined || job.warning !== undefined);
  return (
    <Inspector label="Task details" head={<Head job={job} />} footer={<Footer job={job} />}>
      <Section>
        <Name job={job} />
        <Pictures job={job} />
        {!isOver && (
          <Stack gap="2xs">
            <JobProgress job={job} />
            {job.state === 'waiting' && <WaitingOrder job={job} />}
          </Stack>
        )}
        {needsWord && <JobOutcome job={job} canDismiss={false} />}
        {job.isLate && (
          <Note>You stopped this task. Its result arrived anyway, and Gesso kept it.</Note>
        )}
        {job.outputs.length > 1 && <JobOutputs job={job} />}
      </Section>
      <Section>
        <JobFacts job={job} details={details.data} />
        {details.error !== null && <ErrorNotice error={readError(details.error)} />}
      </Section>
      {details.data !== undefined && (
        <>
          <Timeline job={job} steps={details.data.timeline} />
          <JobTexts {...details.data} />
        </>
      )}
    </Inspector>
  );
}

function Head({ job }: { readonly job: Job }) {
  const isOver = isFinalJobState(job.state);
  return (
    <>
      <Text component="h2" fw={600} size="sm" flex={1} truncate>
        {kindTitle(job.kind)}
      </Text>
      {isOver && (
        <>
          {endTime(job) === undefined && <IconCheck size={16} aria-hidden />}
          <Text size="xs" c={isBadEnd(job) ? 'var(--gesso-negative)' : 'dimmed'} truncate>
            {endTime(job) ?? 'Done'}
          </Text>
        </>
      )}
      <More job={job} />
    </>
  );
}

function More({ job }: { readonly job: Job }) {
  const { shortcutKeys } = useKeyNames();
  const [output] = job.outputs;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label="More actions">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {output?.mediaType.startsWith('image/') === true && (
          <Menu.Item onClick={() => jobActions.openOutput(job.id, output)}>
            Open the result in Studio
          </Menu.Item>
        )}
        {output !== undefined && (
          <Menu.Item onClick={() => jobActions.showOutput(job.id, output)}>
            Show in folder
          </Menu.Item>
        )}
        {job.state === 'done' && RECIPE_KINDS.has(job.kind) && (
          <Menu.Item
            onClick={() => showScreen('recipes', { kind: 'make-recipe', from: { jobId: job.id } })}
          >
            Make recipe…
          </Menu.Item>
        )}
        {job.canPollAgain && (
          <Menu.Item onClick={() => void tasks.pollAgain([job])}>{checkAgainLabel(job)}</Menu.Item>
        )}
        {canPrepareAgain(job) && (
          <Menu.Item
            rightSection={shortcutKeys(TASKS['run-again']).join(' ')}
            onClick={() => useTasks.setState({ preparedId: job.id })}
          >
            Run again…
          </Menu.Item>
        )}
        <Menu.Item onClick={() => showScreen('activity', { kind: 'show-calls', jobId: job.id })}>
          Show its calls
        </Menu.Item>
        {isFinalJobState(job.state) && (
          <>
            <Menu.Divider />
            <Menu.Item
              rightSection={shortcutKeys(TASKS.remove).join(' ')}
              onClick={() => void tasks.remove({ jobs: [job], groups: [] })}
            >
              Remove
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Name({ job }: { readonly job: Job }) {
  const [output] = job.outputs;
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Stack gap="3xs" flex={1} miw={0}>
        <Text size="sm" fw={500} truncate>
          {job.title}
        </Text>
        {output !== undefined && job.outputs.length === 1 && (
          <SmallNote truncate>{outputInWords(output)}</SmallNote>
        )}
      </Stack>
      <Rating
        size="xs"
        aria-label="Stars"
        value={job.stars}
        onChange={(stars) => void tasks.rate([job], stars === job.stars ? 0 : stars)}
      />
    </Group>
  );
}

function Pictures({ job }: { readonly job: Job }) {
  const sent = sentUrl(job);
  const [first] = job.outputs;
  const still = job.preview ?? first?.poster ?? pictureUrl(first);
  if (sent === undefined && still === undefined) return null;
  return (
    <div className={classes['pictures']}>
      {sent !== undefined && <img src={sent} alt="Sent" onError={hide} />}
      {still !== undefined && (
        <img src={still} alt={job.preview === undefined ? 'Result' : 'So far'} onError={hide} />
      )}
    </div>
  );
}

function pictureUrl(output: Job['outputs'][number] | undefined): string | undefined {
  return output?.mediaType.startsWith('image/') === true ? output.url : undefined;
}

/** Leaves the room of a missing picture to the other. */
function hide(event: { readonly currentTarget: HTMLElement }): void {
  event.currentTarget.hidden = true;
}

function Footer({ job }: { readonly job: Job }) {
  const isPrepared = useTasks(({ preparedId }) => preparedId === job.id);
  const opens = openTaskLabel(job);
  const [output] = job.outputs;
  const isOver = isFinalJobState(job.state);
  if (isPrepared && canPrepareAgain(job)) return <Prepared job={job} />;
  if (isOver && opens === undefined && output === undefined) return null;
  const save = output === undefined ? undefined : () => jobActions.saveOutput(job.id, output);
  return (
    <Foot label="Actions">
      {!isOver && (
        <Button onClick={() => void tasks.cancel({ jobs: [job], groups: [] }, 'sent')}>
          {stopLabel(job)}
        </Button>
      )}
      {opens !== undefined && save !== undefined && <Button onClick={save}>Save…</Button>}
      {opens !== undefined && <MainButton onClick={() => openTask(job)}>{opens}</MainButton>}
      {opens === undefined && save !== undefined && <MainButton onClick={save}>Save…</MainButton>}
    </Foot>
  );
}

function stopLabel({ kind, state }: Job): string {
  if (kind === 'watch') return 'Stop watching';
  return state === 'waiting' ? 'Cancel' : 'Stop';
}

/** "Run again" waits here with its cost until it is sent. */
function Prepared({ job }: { readonly job: Job }) {
  const label = useRunAgainLabel(job);
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => foot.current?.querySelector<HTMLElement>('[data-main]')?.focus(), []);
  return (
    <div ref={foot}>
      <Foot label="Run again">
        <Button onClick={() => useTasks.setState({ preparedId: undefined })}>Not now</Button>
        <MainButton
          keys={TASKS.send}
          onClick={() => {
            useTasks.setState({ preparedId: undefined });
            void tasks.runAgain([job]);
          }}
        >
          {label}
        </MainButton>
      </Foot>
    </div>
  );
}

function Timeline(props: { readonly job: Job; readonly steps: JobDetails['timeline'] }) {
  const { job, steps } = props;
  if (steps.length === 0) return null;
  const duration = jobDuration(job);
  return (
    <Fold
      title="Timeline"
      isOpenAtFirst
      summary={duration === undefined ? undefined : formatDuration(duration)}
    >
      <ol className={classes['timeline']}>
        {withKeys(steps).map(({ state, at, key }, index) => {
          const next = steps[index + 1];
          const duration =
            next === undefined || isFinalJobState(state) ? undefined : Math.max(0, next.at - at);
          return (
            <li key={key}>
              <span>{stateTitle(state, job)}</span>
              <span data-tip={formatDateTime(at)}>{clock(at)}</span>
              <span>{duration !== undefined && formatDuration(duration)}</span>
            </li>
          );
        })}
      </ol>
    </Fold>
  );
}

/** Keys have the index, because a state may come again. */
function withKeys(steps: JobDetails['timeline']) {
  return steps.map((step, index) => ({ ...step, key: `${index} ${step.state}` }));
}

function clock(at: number): string {
  return new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' }).format(at);
}
