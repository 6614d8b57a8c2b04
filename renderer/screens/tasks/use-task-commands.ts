/** No key spends money: "Run again" is only prepared by its letter. */
import type { RefObject } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { commandMaker } from '../../core/commands/command-maker.ts';
import { isOnControl } from '../../features/rows/is-on-control.ts';
import { useCommands } from '../../core/commands/commands.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import type { TaskRow } from './model/task-rows.ts';
import { chosenOf } from './model/chosen.ts';
import { canRunAgain } from './model/task-words.ts';
import { useTaskSession, useTasksState } from './session/screen.ts';

export function useTaskCommands(deps: {
  readonly steps: ListSteps<string>;
  readonly chosen: readonly TaskRow[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onOpen: (key: string) => void;
  readonly onWatch: () => void;
  readonly onPreview: (job: Job) => void;
}): void {
  const { steps, chosen: chosenRows } = deps;
  const session = useTaskSession();
  const state = useTasksState();
  const chosen = chosenOf(chosenRows);
  const { jobs, groups } = chosen;
  const [first] = chosenRows;
  const needsTask = () => (jobs.length + groups.length === 0 ? 'Select a task first.' : undefined);
  const needsJob = () => (jobs.length === 0 ? 'Select a task first.' : undefined);
  /** Enter and Space press a focused button. */
  const needsList = () => (isOnControl() ? 'Move the focus off the button first.' : needsTask());
  const prepared = (): Job | undefined => {
    const { preparedId } = state();
    return jobs.find(({ id }) => id === preparedId);
  };

  const command = commandMaker('tasks', 'Tasks');

  const step = (key: string, isRange: boolean) => (): void => {
    steps.step(key, isRange);
    // moving through the list takes the focus to it
    steps.rows.current?.focus();
  };

  useCommands([
    command('search', 'Search tasks', ['/', 'Mod+F'], () => deps.search.current?.focus()),
    command('watch', 'Watch a task…', ['W'], deps.onWatch),
    command('next', 'Next task', ['ArrowDown'], step('ArrowDown', false)),
    command('previous', 'Previous task', ['ArrowUp'], step('ArrowUp', false)),
    command('first', 'First task', ['Home'], step('Home', false)),
    command('last', 'Last task', ['End'], step('End', false)),
    command('page-down', 'A page of tasks down', ['PageDown'], step('PageDown', false)),
    command('page-up', 'A page of tasks up', ['PageUp'], step('PageUp', false)),
    command('extend-down', 'Select down', ['Shift+ArrowDown'], step('ArrowDown', true)),
    command('extend-up', 'Select up', ['Shift+ArrowUp'], step('ArrowUp', true)),
    command('select-all', 'Select all shown tasks', ['Mod+A'], steps.selectAll),
    command(
      'open',
      'Open task or group',
      ['Enter'],
      () => {
        if (first !== undefined) deps.onOpen(first.key);
      },
      needsList,
    ),
    command(
      'look',
      'Quick look',
      [' '],
      () => {
        const job = jobs[0] ?? groups[0]?.first[0];
        if (job !== undefined) deps.onPreview(job);
      },
      needsList,
    ),
    command(
      'run-again',
      'Prepare “Run again”',
      ['R'],
      () => session.prepare(jobs[0]?.id),
      () =>
        jobs.length === 1 && jobs[0] !== undefined && canRunAgain(jobs[0])
          ? undefined
          : 'Select one task that ended without a result.',
    ),
    command(
      'send',
      'Send the prepared run',
      ['Mod+Enter'],
      () => {
        const job = prepared();
        session.prepare(undefined);
        if (job !== undefined) void session.runAgain([job]);
      },
      () => (prepared() === undefined ? 'Press R on a task first.' : undefined),
    ),
    command(
      'look-again',
      'Look again for a result',
      [],
      () => void session.lookAgain(jobs.filter(({ canLookAgain }) => canLookAgain)),
      () =>
        jobs.some(({ canLookAgain }) => canLookAgain)
          ? undefined
          : 'Select a task whose result may be there.',
    ),
    command('cancel', 'Cancel waiting tasks', ['C'], () => void session.cancel(chosen), needsTask),
    command(
      'stop',
      'Stop sent tasks too',
      ['Shift+C'],
      () => void session.cancel(chosen, 'sent'),
      () =>
        groups.length > 0 || jobs.some(({ state }) => !isFinalJobState(state))
          ? undefined
          : 'Select a running task.',
    ),
    command(
      'remove',
      'Remove from the list',
      ['Delete'],
      () => void session.remove(chosen),
      needsTask,
    ),
    command(
      'undo-remove',
      'Undo remove',
      ['Mod+Z'],
      () => void session.undoRemove(),
      () => (session.canUndoRemove() ? undefined : 'Nothing was removed.'),
    ),
    command(
      'copy-id',
      'Copy task ID',
      ['Mod+C'],
      () => void session.copyTaskIds(jobs),
      () =>
        jobs.some(({ taskId }) => taskId !== undefined) && !isTextSelected()
          ? undefined
          : 'Select a task that the service has taken.',
    ),
    command('group', 'Group by run', ['G'], () =>
      session.setFilter({ isGrouped: !state().filter.isGrouped }),
    ),
    ...[0, 1, 2, 3, 4, 5].map((stars) =>
      command(
        `stars-${stars}`,
        stars === 0 ? 'No stars' : stars === 1 ? '1 star' : `${stars} stars`,
        [String(stars)],
        () => void session.rate(jobs, stars),
        needsJob,
        ['rate'],
      ),
    ),
  ]);
}

/** Copying selected text takes precedence over copying an id. */
function isTextSelected(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
