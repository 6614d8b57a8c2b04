import { describe, expect, it } from 'vitest';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { createEditHistory } from '../canvas/edit-history.ts';
import { createBoxEdits } from './plan-actions.ts';
import { textBoxesOf, createStudioStore } from '../model/studio-store.ts';

const A: Rect = { x: 0, y: 0, width: 100, height: 50 };
const B: Rect = { x: 200, y: 0, width: 100, height: 50 };

function setUp() {
  const history = createEditHistory();
  const store = createStudioStore();
  const saved: (readonly Rect[])[] = [];
  const refused: string[] = [];
  const edits = createBoxEdits({ history }, store, 'photo', {
    change(boxes) {
      store.setSlice('run', { textBoxes: new Map([['photo', boxes]]) });
      saved.push(boxes);
    },
    refused: (message) => refused.push(message),
  });
  const shown = () => textBoxesOf(store.getState().run, 'photo');
  return { history, store, saved, refused, edits, shown };
}

describe('edits of boxes', () => {
  it('are undone and redone one by one, and each is saved', async () => {
    const { history, saved, edits, shown } = setUp();
    edits.setTextBoxes([A], 'add text box');
    edits.setTextBoxes([A, B], 'add text box');
    edits.setTextBoxes([B], 'delete box');
    expect(history.done.at(-1)?.label).toBe('delete box');
    await history.undo();
    expect(shown()).toEqual([A, B]);
    await history.undo();
    await history.undo();
    expect(shown()).toEqual([]);
    await history.redo();
    expect(shown()).toEqual([A]);
    expect(saved).toEqual([[A], [A, B], [B], [A, B], [A], [], [A]]);
  });

  it('by repeated key presses are one step', async () => {
    const { history, edits, shown } = setUp();
    edits.setTextBoxes([A], 'add text box');
    for (let x = 1; x <= 5; x++) edits.setTextBoxes([{ ...A, x }], 'resize box', 'box 0');
    expect(history.done).toHaveLength(2);
    await history.undo();
    expect(shown()).toEqual([A]);
    await history.redo();
    expect(shown()).toEqual([{ ...A, x: 5 }]);
    edits.setTextBoxes([{ ...A, x: 6 }], 'resize box', 'another handle');
    expect(history.done).toHaveLength(3);
  });

  it('ignore boxes that were restored in between', async () => {
    const { history, store, edits, shown } = setUp();
    edits.setTextBoxes([B], 'add text box');
    store.setSlice('run', { textBoxes: new Map([['photo', [A, B]]]) }); // a run has ended without a result
    await history.undo();
    expect(shown()).toEqual([A]);
    await history.redo();
    expect(shown()).toEqual([A, B]);
  });

  it('of the clean-up can be reset to Gesso’s own', async () => {
    const { history, store, edits } = setUp();
    edits.setCleanupBoxes([A], 'resize box');
    edits.setCleanupBoxes(undefined, 'reset boxes');
    expect(store.getState().run.byHand).toBeUndefined();
    await history.undo();
    expect(store.getState().run.byHand).toEqual([A]);
    await history.undo();
    expect(store.getState().run.byHand).toBeUndefined();
  });

  it('are refused with a message when there are more boxes than one run allows', () => {
    const { history, refused, edits, shown } = setUp();
    edits.setTextBoxes(
      Array.from({ length: 201 }, () => A),
      'add text box',
    );
    expect([shown(), history.done, refused]).toEqual([[], [], ['A run can have up to 200 boxes.']]);
  });
});
