import { Stack } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { readError } from '../../core/backend/read-error.ts';
import { useIntent } from '../../core/screen/navigation.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { kept, shownOr } from '../../features/rows/selection.ts';
import { areTasksFiltered } from './model/task-filter.ts';
import { rowsOf, type TaskRow } from './model/task-rows.ts';
import { openTask } from './session/open-task.ts';
import { QuickPreview } from './QuickPreview.tsx';
import { AnswerList } from './AnswerList.tsx';
import { TaskFilters } from './list/TaskFilters.tsx';
import { TaskList } from './list/TaskList.tsx';
import { TaskPanel } from './panel/TaskPanel.tsx';
import { useTasks, useTaskSession, useTasksState } from './session/use-tasks.ts';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { useGroupJobs } from './session/use-group-jobs.ts';
import { useTaskCommands } from './use-task-commands.ts';
import { useTaskPages } from './session/use-task-pages.ts';
import { useTaskSteps } from './session/use-task-steps.ts';
import { WatchDialog } from './WatchDialog.tsx';

const NO_GROUPS: readonly string[] = [];

export function TasksScreen() {
  const list = useTasks((state) => state.list);
  return list === 'answers' ? <AnswersPage /> : <TasksPage />;
}

function AnswersPage() {
  const session = useTaskSession();
  useIntent((intent) => {
    if (intent.kind === 'show-job') session.showTask(intent.jobId);
  });
  return <AnswerList />;
}

function TasksPage() {
  const session = useTaskSession();
  const filter = useTasks((state) => state.filter);
  const selected = useTasks((state) => state.selection);
  const open = useTasks((state) => state.open);
  const sought = useSearchText(filter.text);
  const { text } = sought;
  const [isWatchShown, setWatchShown] = useState(false);
  const [previewed, setPreviewed] = useState<Job>();
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => session.setFilter({ text }), [session, text]);

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
    if (row?.kind === 'group') session.toggleOpen(key);
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
    session.showTask(intent.jobId);
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
  const session = useTaskSession();
  const state = useTasksState();
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    if (isLoading) return;
    const keys = rows.map(({ key }) => key);
    // an order from elsewhere may name a task that is not loaded yet
    const { selection } = state();
    if (before.current.includes(selection.focus?.key ?? ''))
      session.select(kept(selection, keys, before.current));
    before.current = keys;
  }, [session, state, rows, isLoading]);
}
