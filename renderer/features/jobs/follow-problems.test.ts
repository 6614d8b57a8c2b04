import { expect, it } from 'vitest';
import { AppError } from '../../../shared/errors/app-error.ts';
import { createFollowProblems, worstOf } from './jobs.ts';

const ERROR = new AppError('unexpected', 'No.');

it('a stream that works again does not hide the problem of another', () => {
  const problems = createFollowProblems();
  problems.report('jobs', ERROR);
  problems.report('recipes', ERROR);
  problems.report('recipes', undefined);
  expect(worstOf(problems.state.getState())).toEqual({ error: ERROR, retry: undefined });
  problems.report('jobs', undefined);
  expect(worstOf(problems.state.getState())).toBeUndefined();
});

it('shows a stopped stream first, and resumes it when the user asks', async () => {
  const problems = createFollowProblems();
  problems.report('jobs', ERROR);
  problems.report('recipes', ERROR);
  const waiting = problems.givenUp('recipes', new AbortController().signal);
  worstOf(problems.state.getState())?.retry?.();
  await waiting;
  expect(worstOf(problems.state.getState())?.retry).toBeUndefined();
});

it('ends a stopped stream with the window', async () => {
  const problems = createFollowProblems();
  const closing = new AbortController();
  problems.report('jobs', ERROR);
  const waiting = problems.givenUp('jobs', closing.signal);
  closing.abort();
  await waiting;
});
