import { Box, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { readError } from '../../core/backend/read-error.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { type Selection, kept, shownOr } from '../../features/rows/selection.ts';
import { areTasksFiltered } from './model/task-filter.ts';
import { type TaskRow, groupJobs, rowsOf } from './model/task-rows.ts';
import { openTask } from './session/open-task.ts';
import { AnswerList } from './AnswerList.tsx';
import { TaskFilters } from './list/TaskFilters.tsx';
import { TaskList } from './list/TaskList.tsx';
import { tasks, useTasks } from './session/use-tasks.ts';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { useTaskCommands } from './use-task-commands.ts';
import { type TaskPages, useTaskPages } from './session/use-task-pages.ts';
import { WatchDialog } from './WatchDialog.tsx';
import { useLoadedSteps } from '../../features/rows/use-loaded-steps.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import { useQueries } from '@tanstack/react-query';
import { queries } from '../../core/backend/client.ts';
import { useJobs } from '../../features/jobs/jobs.ts';
import { Inspector, InspectorPlace } from '../../core/frame/Inspector.tsx';
import { GroupPanel } from './panel/GroupPanel.tsx';
import { JobPanel } from './panel/JobPanel.tsx';
import { SelectedTasks } from './panel/SelectedTasks.tsx';
import { ClipPreview } from '../../viewer/clips/ClipPreview.tsx';
import { isLeftAlone } from '../../viewer/clips/left-alone.ts';
import { JobEntry } from '../../features/jobs/JobEntry.tsx';
import { kindTitle } from '../../features/jobs/job-words.ts';
import { sentUrl } from './list/Thumbnails.tsx';

const LARGE = { display: 'block', maw: '80vw', mah: '60vh' } as const;

interface ChosenProps {
  /** In the order of the list. */
  readonly chosen: readonly TaskRow[];
}

/** Most tasks of one open group; the rest of a larger one is found without groups. */
const MOST = 500;

const NO_GROUPS: readonly string[] = [];

export function TasksScreen() {
  const list = useTasks((state) => state.list);
  return list === 'answers' ? <AnswersPage /> : <TasksPage />;
}

function QuickPreview(props: { readonly job: Job | undefined; readonly onClose: () => void }) {
  const { job, onClose } = props;
  return (
    <Modal
      opened={job !== undefined}
      onClose={onClose}
      title={job === undefined ? '' : `${kindTitle(job.kind)}: ${job.title}`}
      size="auto"
      centered
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        onClose();
      }}
    >
      {job !== undefined && (
        <Stack gap="sm">
          <Large job={job} />
          <JobEntry job={job} onOpen={() => openTask(job)} />
        </Stack>
      )}
    </Modal>
  );
}

function Large({ job }: { readonly job: Job }) {
  const [output] = job.outputs;
  if (output?.clip !== undefined && !isLeftAlone(output)) {
    return (
      <ClipPreview
        key={output.url}
        file={output}
        label={job.title}
        fallback={<Whole job={job} output={output} />}
      />
    );
  }
  return <Whole job={job} output={output} />;
}

function Whole({ job, output }: { readonly job: Job; readonly output: JobOutput | undefined }) {
  if (output?.mediaType.startsWith('video/') === true) {
    return (
      <Box
        component="video"
        {...LARGE}
        src={output.url}
        poster={output.poster ?? sentUrl(job)}
        controls
        loop
        muted
      />
    );
  }
  const url =
    output?.mediaType.startsWith('image/') === true ? output.url : (job.preview ?? sentUrl(job));
  if (url === undefined) return <Text size="sm">There is no picture of this task yet.</Text>;
  return <Box component="img" {...LARGE} src={url} alt="" />;
}

function TaskPanel(props: ChosenProps) {
  return (
    <InspectorPlace>
      <Chosen {...props} />
    </InspectorPlace>
  );
}

function Chosen({ chosen }: ChosenProps) {
  const [first] = chosen;
  if (first === undefined)
    return (
      <Inspector label="Task details" head={null}>
        {null}
      </Inspector>
    );
  if (chosen.length > 1) return <SelectedTasks chosen={chosen} />;
  return first.kind === 'group' ? (
    <GroupPanel group={first.group} />
  ) : (
    <JobPanel key={first.job.id} job={first.job} />
  );
}

function useGroupJobs(groupIds: readonly string[]): ReadonlyMap<string, readonly Job[]> {
  const answers = useQueries({
    queries: groupIds.map((groupId) =>
      queries.jobs.list.queryOptions({ input: { groupId, limit: MOST }, staleTime: 0, gcTime: 0 }),
    ),
    combine: (results) => results.map(({ data }) => data),
  });
  const live = useJobs((state) => state.jobs);
  return useMemo(
    () =>
      new Map(
        groupIds.map((id, index) => [id, groupJobs(id, answers[index] ?? [], live)] as const),
      ),
    [groupIds, answers, live],
  );
}

/**
 * Select all and End read the list to its end.
 *
 * @param selection as shown: the newest row if nothing was selected
 */
function useTaskSteps(
  rows: readonly TaskRow[],
  { hasMore, loadLarge }: TaskPages,
  selection: () => Selection<string>,
): ListSteps<string> {
  return useLoadedSteps(
    { rows, keyOf: ({ key }) => key, hasMore, read: loadLarge },
    { view: () => useTasks.getState().filter, selection, select: tasks.select },
  );
}

function AnswersPage() {
  useIntent((intent) => {
    if (intent.kind === 'show-job') tasks.showTask(intent.jobId);
  });
  return <AnswerList />;
}

function TasksPage() {
  const filter = useTasks((state) => state.filter);
  const selected = useTasks((state) => state.selection);
  const open = useTasks((state) => state.open);
  const sought = useSearchText(filter.text);
  const { text } = sought;
  const [isWatchShown, setWatchShown] = useState(false);
  const [previewed, setPreviewed] = useState<Job>();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => tasks.setFilter({ text }), [text]);

  const pages = useTaskPages(filter);
  const groupIds = useMemo(() => {
    const shown = pages.entries.flatMap((entry) => (entry.kind === 'group' ? entry.group.id : []));
    const wanted = shown.filter((id) => open.has(id));
    return wanted.length === 0 ? NO_GROUPS : wanted;
  }, [pages.entries, open]);
  const jobsOfGroups = useGroupJobs(groupIds);
  const rows = useMemo(
    () => rowsOf(pages.entries, (id) => jobsOfGroups.get(id)),
    [pages.entries, jobsOfGroups],
  );
  const selection = useMemo(() => shownOr(selected, rows[0]?.key), [selected, rows]);
  const steps = useTaskSteps(rows, pages, () => selection);
  useKeptSelection(rows, pages.isLoading);
  const chosen = useMemo(
    () => rows.filter(({ key }) => selection.keys.has(key)),
    [rows, selection],
  );

  function openRow(key: string): void {
    const row = rows.find((each) => each.key === key);
    if (row?.kind === 'group') tasks.toggleOpen(key);
    else if (row !== undefined) openTask(row.job);
  }

  useTaskCommands({
    steps,
    chosen,
    search,
    onOpen: openRow,
    onWatch: () => setWatchShown(true),
    onPreview: setPreviewed,
  });
  useIntent((intent) => {
    if (intent.kind !== 'show-job') return;
    sought.type('');
    tasks.showTask(intent.jobId);
  });

  const isEmpty = rows.length === 0 && !pages.isLoading && pages.error === null;
  return (
    <Frame
      toolbar={<TaskFilters search={search} sought={sought} onWatch={() => setWatchShown(true)} />}
      inspector={<TaskPanel chosen={chosen} />}
    >
      <Stack gap={0} h="100%">
        {pages.error !== null && (
          <ErrorNotice
            error={readError(pages.error)}
            actionLabel="Try again"
            onAction={pages.reload}
          />
        )}
        {isEmpty ? (
          <NoRows
            words={
              areTasksFiltered(filter) ? 'No tasks match.' : 'No tasks yet. Your runs appear here.'
            }
          />
        ) : (
          <TaskList
            rows={rows}
            pages={pages}
            steps={steps}
            selection={selection}
            onOpen={openRow}
          />
        )}
      </Stack>
      <QuickPreview job={previewed} onClose={() => setPreviewed(undefined)} />
      <WatchDialog isShown={isWatchShown} onClose={() => setWatchShown(false)} />
    </Frame>
  );
}

/**
 * Deselects removed rows and moves the focus to the row in their place. Waits while the list loads,
 * as removed rows are unknown until then.
 */
function useKeptSelection(rows: readonly TaskRow[], isLoading: boolean): void {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (isLoading) return;
    const keys = rows.map(({ key }) => key);
    // an order from elsewhere may name a task that is not loaded yet
    const { selection } = useTasks.getState();
    if (before.current.includes(selection.focus?.key ?? ''))
      tasks.select(kept(selection, keys, before.current));
    before.current = keys;
  }, [rows, isLoading]);
}
