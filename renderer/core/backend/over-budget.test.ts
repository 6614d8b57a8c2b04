import { ORPCError, type ClientContext, type ClientLink } from '@orpc/client';
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { askingOverBudget, useOverBudget, type OverBudgetAnswer } from './over-budget.ts';

const details = {
  budget: 'b',
  limit: 100,
  period: 'month',
  billed: '90',
  unbilled: 5,
  'unbilled calls': 1,
  cost: 20,
  calls: 1,
  unpriced: 0,
};

/** Refuses a start until it is allowed. */
function fakeLink(): { link: ClientLink<ClientContext>; calls: string[] } {
  const calls: string[] = [];
  let isAllowed = false;
  const link: ClientLink<ClientContext> = {
    call(path) {
      calls.push(path.join('.'));
      if (path[0] === 'spendForecast') isAllowed = true;
      else if (!isAllowed) {
        const data = new AppError('over-budget', 'Over.', { details }).toData();
        return Promise.reject(new ORPCError('APP_ERROR', { defined: true, data }));
      }
      return Promise.resolve('started');
    },
  };
  return { link, calls };
}

async function answer(answer: OverBudgetAnswer): Promise<void> {
  await expect.poll(() => useOverBudget.getState().asked).toMatchObject({ limit: 100, cost: 20 });
  useOverBudget.getState().answer(answer);
}

it('repeats the call when the user allows it', async () => {
  const { link, calls } = fakeLink();
  const started = askingOverBudget(link).call(['jobs', 'start'], {}, { context: {} });
  await answer('next');
  await expect(started).resolves.toBe('started');
  expect(calls).toEqual(['jobs.start', 'spendForecast.allow', 'jobs.start']);
  expect(useOverBudget.getState().asked).toBeUndefined();
});

it('fails with the error when the user declines, and asks about one call at a time', async () => {
  const { link, calls } = fakeLink();
  const asking = askingOverBudget(link);
  const first = asking.call(['jobs', 'start'], {}, { context: {} });
  const second = asking.call(['cleanup', 'run'], {}, { context: {} });
  await answer('no');
  await expect(first).rejects.toMatchObject({ data: { kind: 'over-budget' } });
  await answer('today');
  await expect(second).resolves.toBe('started');
  expect(calls).toEqual(['jobs.start', 'cleanup.run', 'spendForecast.allow', 'cleanup.run']);
});

it('asks no more about a budget that is allowed for today', async () => {
  const { link } = fakeLink();
  const asking = askingOverBudget(link);
  const started = [1, 2, 3].map(() => asking.call(['jobs', 'start'], {}, { context: {} }));
  await answer('today');
  await expect(Promise.all(started)).resolves.toEqual(['started', 'started', 'started']);
  expect(useOverBudget.getState().asked).toBeUndefined();
});
