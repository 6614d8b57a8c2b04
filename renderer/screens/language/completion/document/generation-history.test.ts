/** Undo of generations in CodeMirror's state, without a window. */
import { redo, undo } from '@codemirror/commands';
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { documentMarks, marksField } from './marks-field.ts';
import {
  generationHistory,
  generationStep,
  sealGeneration,
  setGenerating,
} from './generation-history.ts';
import { appendToSlot, beginSlot, beginVersions, findSlot, showVersion } from './slots.ts';

const SLOT = 'slot';

/** A document with the time of a clock that the test sets. */
function createDocument(text: string) {
  let state = EditorState.create({ doc: text, extensions: [documentMarks, generationHistory] });
  let now = 1000;
  const apply = (spec: TransactionSpec) => {
    const given = spec.annotations ?? [];
    const annotations = [Transaction.time.of(now), ...(Array.isArray(given) ? given : [given])];
    state = state.update({ ...spec, annotations }).state;
  };
  const step = (slotId: string, spec: TransactionSpec) =>
    apply(generationStep(state, slotId, spec));
  return {
    text: () => state.doc.toString(),
    tints: () =>
      state.field(marksField).tints.map(({ from, to }) => state.doc.sliceString(from, to)),
    tokens: () => {
      const found: string[] = [];
      state.field(marksField).tokens.between(0, state.doc.length, (from, to) => {
        found.push(state.doc.sliceString(from, to));
      });
      return found;
    },
    slot: (slotId = SLOT) => findSlot(state, slotId),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    type: (from: number, insert: string, to = from) =>
      apply({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.type',
      }),
    click: (anchor: number) => apply({ selection: { anchor }, userEvent: 'select.pointer' }),
    begin(from: number, to = from, slotId = SLOT) {
      apply({ effects: setGenerating.of(slotId) });
      step(slotId, beginSlot(state, slotId, { from, to }, [{ runId: 'r', choice: 0 }]));
    },
    again(slotId = SLOT) {
      const slot = findSlot(state, slotId);
      if (slot === undefined) throw new Error('There is no slot.');
      apply({ effects: setGenerating.of(slotId) });
      step(slotId, beginVersions(state, slot, [{ runId: 'r2', choice: 0 }]));
    },
    append(text: string, slotId = SLOT) {
      const slot = findSlot(state, slotId);
      if (slot === undefined) throw new Error('There is no slot.');
      const token = {
        from: 0,
        to: text.length,
        tokens: [{ token: text, logprob: -1, alternatives: [] }],
      };
      step(slotId, appendToSlot(state, slot, text, 0, [token]));
    },
    end(slotId = SLOT) {
      for (const tr of sealGeneration(state, slotId)) ({ state } = tr);
    },
    show(index: number, slotId = SLOT) {
      const slot = findSlot(state, slotId);
      const spec = slot && showVersion(state, slot, index);
      if (spec !== undefined) apply(spec);
    },
    undo: () => undo({ state, dispatch: (tr) => ({ state } = tr) }),
    redo: () => redo({ state, dispatch: (tr) => ({ state } = tr) }),
  };
}

describe('undo of a generation', () => {
  it('is one step over stalls and clicks, and redo restores text, tint and tokens', () => {
    const doc = createDocument('Once');
    doc.wait(5000);
    doc.begin(4);
    doc.append(' upon');
    doc.wait(700);
    doc.click(1);
    doc.append(' a');
    doc.wait(30_000);
    doc.click(6);
    doc.append(' time');
    doc.end();
    expect(doc.text()).toBe('Once upon a time');
    expect(doc.tints()).toEqual([' upon a time']);
    doc.undo();
    expect(doc.text()).toBe('Once');
    expect(doc.tints()).toEqual([]);
    expect(doc.slot()).toBeUndefined();
    doc.redo();
    expect(doc.text()).toBe('Once upon a time');
    expect(doc.tints()).toEqual([' upon a time']);
    expect(doc.tokens()).toEqual([' upon', ' a', ' time']);
    expect(doc.slot()).toMatchObject({ from: 4, to: 16 });
  });

  it('is one step even when the user typed elsewhere meanwhile, and keeps that typing', () => {
    const doc = createDocument('Once');
    doc.begin(4);
    doc.append(' upon');
    doc.type(0, 'A. ');
    doc.append(' a');
    doc.wait(2000);
    doc.type(0, '!');
    doc.append(' time');
    doc.end();
    expect(doc.text()).toBe('!A. Once upon a time');
    doc.undo();
    expect(doc.text()).toBe('!A. Once');
    doc.redo();
    expect(doc.text()).toBe('!A. Once upon a time');
    expect(doc.tints()).toEqual([' upon a time']);
    expect(doc.tokens()).toEqual([' upon', ' a', ' time']);
    doc.undo();
    doc.undo();
    expect(doc.text()).toBe('A. Once');
    doc.undo();
    expect(doc.text()).toBe('Once');
  });

  it('restores a replaced text in one step, and keeps the new one as a version', () => {
    const doc = createDocument('Hello old world');
    doc.begin(6, 9);
    doc.append('new');
    doc.append('er');
    doc.end();
    expect(doc.text()).toBe('Hello newer world');
    expect(doc.slot()?.versions[0]).toMatchObject({ text: 'old' });
    doc.undo();
    expect(doc.text()).toBe('Hello old world');
    expect(doc.slot()).toBeUndefined();
  });
});

it('the tint of generated text excludes typed or replaced characters, and stays on the others', () => {
  const doc = createDocument('a');
  doc.begin(1);
  doc.append('bcdef');
  doc.end();
  doc.type(3, 'X');
  expect(doc.text()).toBe('abcXdef');
  expect(doc.tints()).toEqual(['bc', 'def']);
  doc.wait(600);
  doc.type(4, 'Y', 6);
  expect(doc.text()).toBe('abcXYf');
  expect(doc.tints()).toEqual(['bc', 'f']);
  doc.undo();
  expect(doc.tints()).toEqual(['bc', 'def']);
});

describe('versions of a generation', () => {
  it('are kept on regenerating, shown again with their colours, and undone one by one', () => {
    const doc = createDocument('x ');
    doc.begin(2);
    doc.append('first');
    doc.end();
    doc.again();
    doc.append('second one');
    doc.end();
    expect(doc.text()).toBe('x second one');
    expect(doc.slot()).toMatchObject({ active: 1, from: 2, to: 12 });
    doc.show(0);
    expect(doc.text()).toBe('x first');
    expect(doc.tokens()).toEqual(['first']);
    expect(doc.slot()?.versions[1]).toMatchObject({ text: 'second one' });
    doc.undo();
    expect(doc.text()).toBe('x second one');
    expect(doc.slot()).toMatchObject({ active: 1 });
    expect(doc.tokens()).toEqual(['second one']);
    doc.undo();
    expect(doc.text()).toBe('x first');
    expect(doc.slot()).toMatchObject({ active: 0, from: 2, to: 7 });
    expect(doc.slot()?.versions).toHaveLength(1);
    doc.redo();
    expect(doc.text()).toBe('x second one');
    expect(doc.slot()?.versions[0]).toMatchObject({ text: 'first' });
  });

  it('enlarge an enclosing slot, and restore it on undo', () => {
    const doc = createDocument('');
    doc.begin(0);
    doc.append('one two three');
    doc.end();
    doc.begin(4, 13, 'inner');
    doc.append('2 and more', 'inner');
    doc.end('inner');
    expect(doc.text()).toBe('one 2 and more');
    expect(doc.slot()).toMatchObject({ from: 0, to: 14 });
    expect(doc.slot('inner')?.versions[0]).toMatchObject({ text: 'two three' });
    doc.show(0, 'inner');
    expect(doc.text()).toBe('one two three');
    expect(doc.slot()).toMatchObject({ from: 0, to: 13 });
    doc.undo();
    doc.undo();
    expect(doc.text()).toBe('one two three');
    expect(doc.slot('inner')).toBeUndefined();
    expect(doc.slot()).toMatchObject({ from: 0, to: 13 });
  });
});
