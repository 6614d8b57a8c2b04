import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { documentMarks } from '../document/marks-field.ts';
import { generationHistory } from '../document/generation-history.ts';
import { appendToSlot, beginSlot, findSlot } from '../document/slots.ts';
import { FINISHED_RUN } from '../testing/fixtures.ts';
import { countedText } from './counted-text.ts';
import { currentSlot, rangeOfRun, retriedOrder } from './places.ts';

function documentOf(text: string, selection = { anchor: 0, head: 0 }): EditorState {
  return EditorState.create({
    doc: text,
    selection,
    extensions: [documentMarks, generationHistory],
  });
}

/** The same with a text of a model at its end. */
function withAnswer(state: EditorState, slotId: string, text: string): EditorState {
  const end = { from: state.doc.length, to: state.doc.length };
  const begun = state.update(beginSlot(state, slotId, end, [{ runId: 'r', choice: 0 }])).state;
  const slot = findSlot(begun, slotId);
  if (slot === undefined) throw new Error('The slot has not begun.');
  return begun.update(appendToSlot(begun, slot, text, 0, [])).state;
}

it('the target of Run is the end, the cursor, or the selection', () => {
  expect(rangeOfRun(documentOf('abc', { anchor: 1, head: 1 }), 'end')).toEqual({ from: 3, to: 3 });
  expect(rangeOfRun(documentOf('abc', { anchor: 1, head: 1 }), 'cursor')).toEqual({
    from: 1,
    to: 1,
  });
  expect(rangeOfRun(documentOf('abc', { anchor: 2, head: 1 }), 'end')).toEqual({ from: 1, to: 2 });
});

it('the selected answer is the one around the cursor, else the last', () => {
  const first = withAnswer(documentOf('Once'), 'first', ' upon');
  const both = withAnswer(
    first.update({ changes: { from: 9, insert: ' and' } }).state,
    'second',
    ' more',
  );
  expect(currentSlot(both)?.id).toBe('second');
  expect(currentSlot(both.update({ selection: { anchor: 6 } }).state)?.id).toBe('first');
  expect(currentSlot(documentOf('Once'))).toBeUndefined();
});

describe('regenerating an answer', () => {
  const target = { slotId: 's', is: 'slot', from: 4, to: 4 } as const;

  it('uses the same position when nothing came', () => {
    const order = { prompt: 'Once', target };
    expect(retriedOrder(documentOf('Once'), order, 'end')).toEqual(order);
  });

  it('adds a version when something came', () => {
    const state = withAnswer(documentOf('Once'), 's', ' upon');
    expect(retriedOrder(state, { prompt: 'Once', target }, 'end')).toEqual({
      prompt: 'Once',
      target: { slotId: 's', is: 'version', from: 4, to: 9 },
    });
  });

  it('is a new run when the text before has changed', () => {
    const again = retriedOrder(documentOf('Twice or so'), { prompt: 'Once', target }, 'end');
    expect(again).toMatchObject({ prompt: 'Twice or so', target: { from: 11, to: 11 } });
  });
});

describe('the token count of a text', () => {
  const order = { prompt: 'Once', target: { slotId: 's', is: 'slot', from: 4, to: 4 } } as const;
  const written = withAnswer(documentOf('Once'), 's', ' upon');

  it('adds prompt and answer by the service’s usage', () => {
    expect(countedText(written, order, FINISHED_RUN)).toEqual({
      model: 'm',
      text: 'Once upon',
      tokens: 5,
    });
  });

  it('is missing after an edit, without usage, or for several answers', () => {
    const edited = written.update({ changes: { from: 6, insert: 'x' } }).state;
    expect(countedText(edited, order, FINISHED_RUN)).toBeUndefined();
    expect(countedText(written, order, { ...FINISHED_RUN, usage: undefined })).toBeUndefined();
    expect(
      countedText(written, order, { ...FINISHED_RUN, finishReasons: ['stop', 'stop'] }),
    ).toBeUndefined();
  });

  it('leaves out thoughts, and is missing for the best of several answers', () => {
    const usage = { promptTokens: 2, completionTokens: 903, totalTokens: 905 };
    const thoughtful = { ...FINISHED_RUN, usage: { ...usage, reasoningTokens: 900 } };
    expect(countedText(written, order, thoughtful)?.tokens).toBe(5);
    const request = { ...FINISHED_RUN.request, bestOf: 3 };
    expect(countedText(written, order, { ...FINISHED_RUN, request })).toBeUndefined();
  });
});
