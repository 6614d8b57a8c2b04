import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { createEditHistory, type EditCommand } from './edit-history.ts';

/** A command that moves a counter and writes down what happened. */
function recorded(log: string[], label: string, wait?: () => Promise<void>): EditCommand {
  const act = (what: string) => (): void | Promise<void> => {
    log.push(`${what} ${label} starts`);
    if (wait === undefined) return undefined;
    return wait().then(() => {
      log.push(`${what} ${label} ends`);
      return undefined;
    });
  };
  return { label, undo: act('undo'), redo: act('redo') };
}

function shortWait(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1);
  });
}

describe('the edit history', () => {
  it('undoes and redoes in order, and drops undone edits after a new one', async () => {
    const log: string[] = [];
    const history = createEditHistory();
    for (const label of ['a', 'b']) history.push(recorded(log, label));
    expect([history.canUndo, history.canRedo, history.done.at(-1)?.label]).toEqual([
      true,
      false,
      'b',
    ]);
    await history.undo();
    expect(history.undone.at(-1)?.label).toBe('b');
    await history.redo();
    await history.undo();
    await history.undo();
    expect(log).toEqual(
      ['b', 'b', 'b', 'a'].map(
        (label, index) => `${index === 1 ? 'redo' : 'undo'} ${label} starts`,
      ),
    );
    history.push(recorded(log, 'c'));
    expect([history.canRedo, history.done.at(-1)?.label]).toEqual([false, 'c']);
    expect(await history.redo()).toBe(false);
  });

  it('undoes a running change once it is complete, and not the one before', async () => {
    const log: string[] = [];
    const history = createEditHistory();
    history.push(recorded(log, 'a'));
    const slow = recorded(log, 'b', shortWait);
    const made = history.make(async () => {
      await slow.redo();
      return slow;
    });
    const undone = history.undo();
    await made;
    await undone;
    expect(log).toEqual(['redo b starts', 'redo b ends', 'undo b starts', 'undo b ends']);
    expect([history.done.at(-1)?.label, history.undone.at(-1)?.label]).toEqual(['a', 'b']);
  });

  it('runs asynchronous commands one after another, never in parallel', async () => {
    const log: string[] = [];
    const history = createEditHistory();
    for (const label of ['a', 'b', 'c']) history.push(recorded(log, label, shortWait));
    const all = [history.undo(), history.undo(), history.redo(), history.undo()];
    await Promise.all(all);
    expect(log).toEqual(
      ['undo c', 'undo b', 'redo b', 'undo b'].flatMap((what) => [
        `${what} starts`,
        `${what} ends`,
      ]),
    );
  });

  it('appends an edit that is made during an undo', async () => {
    const log: string[] = [];
    const history = createEditHistory();
    const gate = Promise.withResolvers<void>();
    history.push(recorded(log, 'result', () => gate.promise));
    const undone = history.undo();
    history.push(recorded(log, 'stroke'));
    expect(history.done.at(-1)?.label).toBe('result');
    gate.resolve();
    await undone;
    await history.undo();
    expect(log.at(-1)).toBe('undo stroke starts');
    expect(history.canUndo).toBe(false);
  });

  it('always returns to the same state by undoing everything', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom('undo', 'redo'))),
        async (steps) => {
          let value = 0;
          const history = createEditHistory();
          for (const step of steps) {
            if (step === 'undo') await history.undo();
            else if (step === 'redo') await history.redo();
            else {
              const amount = step;
              value += amount;
              history.push({
                label: 'add',
                undo: () => void (value -= amount),
                redo: () => void (value += amount),
              });
            }
          }
          const end = value;
          let count = 0;
          while (await history.undo()) count += 1;
          expect(value).toBe(0);
          while (count > 0 && history.canRedo) {
            await history.redo();
            count -= 1;
            if (count === 0) expect(value).toBe(end);
          }
        },
      ),
    );
  });
});
