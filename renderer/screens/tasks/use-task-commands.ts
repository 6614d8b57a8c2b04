/** No key spends money: "Run again" is only prepared by its letter. */
import type { RefObject } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { useCommands } from '../../core/commands/commands.ts';
import { bindCommands } from '../../core/commands/define-commands.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import type { TaskRow } from './model/task-rows.ts';
import { chosenOf } from './model/chosen.ts';
import { canPrepareAgain } from './model/task-words.ts';
import { TASKS } from './task-commands.ts';
import { tasks, useTasks } from './session/use-tasks.ts';

export function useTaskCommands(deps: {
  readonly steps: ListSteps<string>;
  readonly chosen: readonly TaskRow[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onOpen: (key: string) => void;
  readonly onWatch: () => void;
  readonly onPreview: (job: Job) => void;
}): void {
  const { steps, chosen: chosenRows } = deps;
  const chosen = chosenOf(chosenRows);
  const { jobs, groups } = chosen;
  const [first] = chosenRows;
  const needsTask = () => (jobs.length + groups.length === 0 ? 'Select a task first.' : undefined);
  const needsJob = () => (jobs.length === 0 ? 'Select a task first.' : undefined);
  const prepared = (): Job | undefined => {
    const { preparedId } = useTasks.getState();
    return jobs.find(({ id }) => id === preparedId);
  };

  const step = (key: string, isRange: boolean) => (): void => {
    steps.step(key, isRange);
    // moving through the list takes the focus to it
    steps.rows.current?.focus();
  };

  const rate = (stars: number) => ({ obstacle: needsJob, run: () => void tasks.rate(jobs, stars) });

  useCommands(
    bindCommands(TASKS, {
      search: () => deps.search.current?.focus(),
      watch: deps.onWatch,
      next: step('ArrowDown', false),
      previous: step('ArrowUp', false),
      first: step('Home', false),
      last: step('End', false),
      'page-down': step('PageDown', false),
      'page-up': step('PageUp', false),
      'extend-down': step('ArrowDown', true),
      'extend-up': step('ArrowUp', true),
      'select-all': steps.selectAll,
      open: {
        obstacle: needsTask,
        run: () => {
          if (first !== undefined) deps.onOpen(first.key);
        },
      },
      look: {
        obstacle: needsTask,
        run: () => {
          const job = jobs[0] ?? groups[0]?.first[0];
          if (job !== undefined) deps.onPreview(job);
        },
      },
      'run-again': {
        obstacle: () =>
          jobs.length === 1 && jobs[0] !== undefined && canPrepareAgain(jobs[0])
            ? undefined
            : 'Select one task that ended without a result.',
        run: () => useTasks.setState({ preparedId: jobs[0]?.id }),
      },
      send: {
        obstacle: () => (prepared() === undefined ? 'Prepare “Run again” first.' : undefined),
        run: () => {
          const job = prepared();
          useTasks.setState({ preparedId: undefined });
          if (job !== undefined) void tasks.runAgain([job]);
        },
      },
      'look-again': {
        obstacle: () =>
          jobs.some(({ canPollAgain }) => canPollAgain)
            ? undefined
            : 'Select a task whose result may be there.',
        run: () => void tasks.pollAgain(jobs.filter(({ canPollAgain }) => canPollAgain)),
      },
      cancel: { obstacle: needsTask, run: () => void tasks.cancel(chosen) },
      stop: {
        obstacle: () =>
          groups.length > 0 || jobs.some(({ state }) => !isFinalJobState(state))
            ? undefined
            : 'Select a running task.',
        run: () => void tasks.cancel(chosen, 'sent'),
      },
      remove: { obstacle: needsTask, run: () => void tasks.remove(chosen) },
      'undo-remove': {
        obstacle: () => (tasks.canUndoRemove() ? undefined : 'Nothing was removed.'),
        run: () => void tasks.undoRemove(),
      },
      'copy-id': {
        obstacle: () =>
          jobs.some(({ taskId }) => taskId !== undefined) &&
          (getSelection()?.toString() ?? '') === ''
            ? undefined
            : 'Select a task that the service has taken.',
        run: () => void tasks.copyTaskIds(jobs),
      },
      group: {
        obstacle: () =>
          useTasks.getState().filter.sort === 'newest' ? undefined : 'Order by newest first.',
        run: () => tasks.setFilter({ isGrouped: !useTasks.getState().filter.isGrouped }),
      },
      'stars-0': rate(0),
      'stars-1': rate(1),
      'stars-2': rate(2),
      'stars-3': rate(3),
      'stars-4': rate(4),
      'stars-5': rate(5),
    }),
  );
}
