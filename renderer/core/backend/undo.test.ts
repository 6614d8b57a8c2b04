import { expect, it } from 'vitest';
import { createUndo } from './undo.ts';

function fixture() {
  const messages: (() => void)[] = [];
  const restored: string[] = [];
  const undo = createUndo({
    attempt: async (action) => void (await action()),
    sayUndo: (_message, run) => messages.push(run),
  });
  const remove = (name: string) => undo.offer(`Removed ${name}.`, async () => restored.push(name));
  return { undo, remove, messages, restored };
}

it('restores from an older message what that message is about', async () => {
  const { undo, remove, messages, restored } = fixture();
  remove('a');
  remove('b');
  messages[0]?.();
  expect([restored, undo.canUndo()]).toEqual([['a'], true]);
  await undo.undoLast();
  expect(restored).toEqual(['a', 'b']);
});

it('an undo that failed can be tried again from its command', async () => {
  let restored = 0;
  const undo = createUndo({ attempt: (action) => action().then(noop, noop), sayUndo: noop });
  undo.offer('Removed 1 task.', async () => {
    restored += 1;
    if (restored === 1) throw new Error('No connection.');
  });
  await undo.undoLast();
  expect([restored, undo.canUndo()]).toEqual([1, true]);
  await undo.undoLast();
  expect([restored, undo.canUndo()]).toEqual([2, false]);
});

function noop(): void {
  // nothing to do
}
