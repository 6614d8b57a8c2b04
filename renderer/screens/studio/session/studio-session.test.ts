import { describe, expect, it } from 'vitest';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { createEditHistory, type EditCommand } from '../canvas/edit-history.ts';
import { openStudio, patch } from '../testing/studio-fixture.ts';
import { stepThrough } from './studio-session.ts';

/** A step that notes what was done to it; `gone`: its result is no longer stored. */
function step(name: string, log: string[], options: { gone?: boolean; mask?: boolean } = {}) {
  const act = (what: string) => async () => {
    if (options.gone === true) throw new AppError('not-found', 'Not here.');
    log.push(`${what} ${name}`);
  };
  const kept = options.mask === true ? { kept: { tiles: [] } } : {};
  return { label: name, ...kept, undo: act('undo'), redo: act('redo') };
}

function historyOf(done: readonly EditCommand[], undone: readonly EditCommand[] = []) {
  const history = createEditHistory();
  history.restore(done, undone);
  return history;
}

describe('an undo step whose result is gone', () => {
  it('is reported and dropped, and the next one is applied', async () => {
    const log: string[] = [];
    const history = historyOf([step('a', log), step('eye', log, { gone: true })]);
    await expect(stepThrough(history, 'undo', toAppError)).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('Settings, Storage'),
    });
    await stepThrough(history, 'undo', toAppError);
    expect(log).toEqual(['undo a']);
    await stepThrough(history, 'redo', toAppError);
    expect(log).toEqual(['undo a', 'redo a']);
  });

  it('drops later redo steps when it changes the mask', async () => {
    const log: string[] = [];
    const run = step('run', log, { gone: true, mask: true });
    const history = historyOf([step('a', log)], [step('later stroke', log, { mask: true }), run]);
    await expect(stepThrough(history, 'redo', toAppError)).rejects.toMatchObject({
      kind: 'not-found',
    });
    expect(history.canRedo).toBe(false);
    await stepThrough(history, 'undo', toAppError);
    expect(log).toEqual(['undo a']);
  });
});

it('an undo step that fails otherwise stays in place', async () => {
  const failing = {
    label: 'run',
    undo: () => Promise.reject(new AppError('invalid-input', 'Running.')),
    redo: () => undefined,
  };
  const history = historyOf([failing]);
  await expect(stepThrough(history, 'undo', toAppError)).rejects.toMatchObject({
    message: 'Running.',
  });
  expect(history.done).toEqual([failing]);
});

it('what another screen wants to show is left out if its photo is not opened', async () => {
  const studio = await openStudio({
    photos: { open: () => Promise.reject(new AppError('not-found', 'Not here.')) },
  });
  studio.patches = [patch('a')];
  await studio.session.openFor({ photoId: 'gone', jobId: 'a', work: 'whole', isBlending: true });
  expect(studio.store.getState()).toMatchObject({
    run: { operation: 'cleanup' },
    results: { judging: undefined, selectedId: undefined },
  });
});
