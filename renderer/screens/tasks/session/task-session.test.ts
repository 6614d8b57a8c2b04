import { describe, expect, it } from 'vitest';
import type { JobGroup } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { selectOnly } from '../../../features/rows/selection.ts';
import { runBench, type ScriptedBackend } from '../../../features/runs/testing/run-bench.ts';
import { createTaskSession, createTaskStore } from './task-session.ts';

function screen(answers: ScriptedBackend = {}) {
  const bench = runBench(answers);
  const store = createTaskStore();
  const copied: string[] = [];
  const session = createTaskSession({
    ...bench,
    store,
    copy: async (text) => void copied.push(text),
  });
  return { ...bench, bench, session, store, copied, state: store.getState };
}

const jobs = (...ids: readonly string[]) => ids.map((id) => aJob({ id }));
const group = { id: 'g' } as JobGroup;

it('the list of tasks sends nothing that was prepared for another task', () => {
  const { session, store, state } = screen();
  session.select(selectOnly({ key: 'a', index: 0 }));
  store.setState({ preparedId: 'a' });
  session.select(selectOnly({ key: 'a', index: 0 }));
  expect(state().preparedId).toBe('a');
  session.select(selectOnly({ key: 'b', index: 1 }));
  expect(state().preparedId).toBeUndefined();
});

it('the list of tasks shows a task, whatever was filtered and shown before', () => {
  const { session, store, state } = screen();
  store.setState({ list: 'answers' });
  session.setFilter({ text: 'sky', state: 'failed' });
  session.showTask('a');
  expect(state()).toMatchObject({ list: 'tasks', filter: { text: '', isGrouped: false } });
  expect([...state().selection.keys]).toEqual(['a']);
});

describe('commands on tasks', () => {
  it('apply to tasks and whole groups, with one message about all', async () => {
    const { session, asked, said } = screen({
      jobs: {
        cancelMany: (input: { readonly groupId?: string }) =>
          Promise.resolve({ cancelled: input.groupId === undefined ? 2 : 3, saved: 400 }),
      },
    });
    await session.cancel({ jobs: jobs('a', 'b'), groups: [group] }, 'sent');
    expect(asked).toEqual([
      'jobs.cancelMany {"jobIds":["a","b"],"also":"sent"}',
      'jobs.cancelMany {"groupId":"g","also":"sent"}',
    ]);
    expect(said).toEqual(['Cancelled 5 tasks. You save $0.08.']);
  });

  it('send no more tasks in one call than the backend accepts', async () => {
    const { session, asked } = screen();
    await session.remove({
      jobs: Array.from({ length: 501 }, (_, index) => aJob({ id: String(index) })),
      groups: [],
    });
    expect(asked).toHaveLength(2);
  });

  it('are undone by the message or by the key, once', async () => {
    const { bench, session, asked, said } = screen();
    await session.remove({ jobs: jobs('a', 'b'), groups: [] });
    expect([said, session.canUndoRemove()]).toEqual([['Removed 2 tasks.'], true]);
    bench.undo();
    await session.undoRemove();
    expect(asked.filter((each) => each.startsWith('jobs.restore'))).toEqual([
      'jobs.restore {"jobIds":["a","b"]}',
    ]);
  });

  it('are undone as far as they came before an error', async () => {
    const { bench, session, asked, said } = screen({
      jobs: {
        remove: (input: { readonly groupId?: string }) =>
          input.groupId === undefined
            ? Promise.resolve(['a'])
            : Promise.reject(new AppError('unreachable', 'No connection.')),
      },
    });
    await session.remove({ jobs: jobs('a'), groups: [group] });
    expect(said).toEqual(['No connection.', 'Removed 1 task.']);
    bench.undo();
    expect(asked.at(-1)).toBe('jobs.restore {"jobIds":["a"]}');
    await session.remove({ jobs: [], groups: [group] });
    expect(said.slice(2)).toEqual(['No connection.']);
  });

  it('give the reason when nothing was removed', async () => {
    const { session, said } = screen({ jobs: { remove: () => Promise.resolve([]) } });
    await session.remove({ jobs: jobs('a'), groups: [] });
    expect([said, session.canUndoRemove()]).toEqual([
      ['Running tasks stay in the list. Stop them first.'],
      false,
    ]);
  });

  it('send again, and close the task that is replaced', async () => {
    const { session, asked } = screen({
      jobs: {
        runAgain: ({ jobId }: { readonly jobId: string }) =>
          Promise.resolve({ jobId: jobId === 'stored' ? 'stored' : 'new' }),
        acknowledge: () => Promise.resolve(),
      },
    });
    await session.runAgain(jobs('a', 'stored'));
    expect(asked).toEqual([
      'jobs.runAgain {"jobId":"a"}',
      'jobs.acknowledge {"jobId":"a"}',
      'jobs.runAgain {"jobId":"stored"}',
    ]);
  });
});
