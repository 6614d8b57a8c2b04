/** Writes answers into a document without a window. */
import { assert, integer, property, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDepth } from '../../../../../electron/testing/depth.ts';
import type { AnswerEvent } from '../../../../../shared/language/answer-events.ts';
import { marksField } from '../document/marks-field.ts';
import { createOpenDocument, type OpenDocument } from '../document/open-document.ts';
import { findSlot } from '../document/slots.ts';
import { storeMarks } from '../document/stored-marks.ts';
import { FINISHED_RUN } from '../testing/fixtures.ts';
import type { RunningAnswer } from './document-settings.ts';
import { createWriting, type Writing } from './writing.ts';
import { NO_ACTIONS } from '../document/document-actions.ts';

const WORDS = [' upon', '\r\n', '\r', ' a', ' time', ' 🎨', ' สวัสดี', '\n', ' end'];
const PROMPT = 'Once';

function open(text = PROMPT, marks?: unknown): OpenDocument {
  return createOpenDocument({ id: 'd', text, marks, nonce: '', actions: NO_ACTIONS });
}

function answerFor(document: OpenDocument, more: Partial<RunningAnswer> = {}): RunningAnswer {
  const end = document.state().doc.length;
  return {
    runId: 'r',
    slotId: 's',
    is: 'slot',
    from: end,
    to: end,
    count: 1,
    stop: [],
    applied: 0,
    ...more,
  };
}

function begin(document: OpenDocument, answer: RunningAnswer): Writing {
  return createWriting({
    document,
    answer,
    onProgress: () => undefined,
    onLost: () => undefined,
    onEnd: () => undefined,
  });
}

function piece(text: string, choice = 0): AnswerEvent {
  const logprobs = [{ token: text, logprob: -1, alternatives: [] }];
  return { is: 'text', choice, text, pieces: 1, logprobs };
}

/** The text and the tokens with their places. */
function shown(document: OpenDocument): unknown {
  const state = document.state();
  const { tints, tokens } = storeMarks(state.field(marksField));
  return { text: state.doc.toString(), tints, tokens };
}

it('an answer that resumes after a reload equals an undisturbed one, wherever it was interrupted', () => {
  const whole = open();
  const undisturbed = begin(whole, answerFor(whole));
  undisturbed.take({ events: WORDS.map((word) => piece(word)), end: FINISHED_RUN });
  assert(
    property(array(integer({ min: 0, max: WORDS.length }), { maxLength: 3 }), (cuts) => {
      let document = open();
      let answer = answerFor(document);
      for (const cut of cuts) {
        const writing = begin(document, answer);
        for (const word of WORDS.slice(0, cut))
          writing.take({ events: [piece(word)], end: undefined });
        // a reload: the library has the text, its marks and the answer
        answer = writing.running();
        const state = document.state();
        const marks: unknown = JSON.parse(JSON.stringify(storeMarks(state.field(marksField))));
        document = open(state.doc.toString(), marks);
      }
      begin(document, answer).take({ events: WORDS.map((word) => piece(word)), end: FINISHED_RUN });
      expect(shown(document)).toEqual(shown(whole));
    }),
    { numRuns: byDepth(20, 500) },
  );
});

describe('writing an answer', () => {
  it('leaves the document unchanged when it brings no text', () => {
    const document = open();
    begin(document, answerFor(document)).take({
      events: [],
      end: { ...FINISHED_RUN, state: 'failed' },
    });
    expect(document.state().doc.toString()).toBe(PROMPT);
    expect(document.state().field(marksField).slots).toEqual([]);
  });

  it('keeps the stop sequence that ends it, and marks it', () => {
    const document = open();
    const writing = begin(document, answerFor(document, { stop: ['###', '#'] }));
    writing.take({
      events: [piece(' upon'), piece('###'), { is: 'finish', choice: 0, reason: 'stop' }],
      end: FINISHED_RUN,
    });
    expect(document.state().doc.toString()).toBe('Once upon###');
    expect(document.state().field(marksField).stops).toEqual([{ from: 9, to: 12 }]);
  });

  it('lets the user pick one of several meanwhile, and keeps the others as versions', () => {
    const document = open();
    const writing = begin(document, answerFor(document, { count: 3 }));
    writing.take({ events: [piece(' a', 0), piece(' b', 1), piece(' c', 2)], end: undefined });
    writing.show(1);
    writing.take({
      events: [piece(' aa', 0), piece(' bb', 1), piece(' cc', 2)],
      end: FINISHED_RUN,
    });
    expect(document.state().doc.toString()).toBe('Once b bb');
    const slot = findSlot(document.state(), 's');
    expect(slot?.versions.map(({ text }) => text)).toEqual([' a aa', '', ' c cc']);
    expect(slot).toMatchObject({ active: 1, from: 4, to: 9 });
  });

  it('continues from a token, which is the first of its text', () => {
    const document = open('Once upon');
    const first = { token: ' more', logprob: -2, alternatives: [] };
    const writing = begin(document, answerFor(document, { from: 4, to: 9, first }));
    writing.take({ events: [piece(' than')], end: FINISHED_RUN });
    expect(document.state().doc.toString()).toBe('Once more than');
    expect(findSlot(document.state(), 's')?.versions[0]).toMatchObject({ text: ' upon' });
    expect(document.state().field(marksField).tokens.size).toBe(2);
  });

  it('ends even when its text was deleted meanwhile', () => {
    const document = open();
    const ends: string[] = [];
    const writing = createWriting({
      document,
      answer: answerFor(document),
      onProgress: () => undefined,
      onLost: () => ends.push('lost'),
      onEnd: ({ state }) => ends.push(state),
    });
    writing.take({ events: [piece(' upon')], end: undefined });
    document.apply({ changes: { from: 0, to: document.state().doc.length } });
    writing.take({ events: [piece(' a')], end: undefined });
    writing.take({ events: [piece(' time')], end: { ...FINISHED_RUN, state: 'stopped' } });
    expect(ends).toEqual(['lost', 'stopped']);
    expect(document.state().doc.toString()).toBe('');
  });
});
