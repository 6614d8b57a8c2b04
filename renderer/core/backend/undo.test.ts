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
