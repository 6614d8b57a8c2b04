import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import {
  joinEvents,
  textOfEvents,
  type AnswerEvent,
} from '../../../shared/language/answer-events.ts';
import { createAnswers } from './answers.ts';
import type { AnswerNews } from './follow-answer.ts';

const RUN: LanguageRun = {
  id: 'a',
  state: 'done',
  request: { kind: 'completion', model: 'm', prompt: 'p' },
  model: 'm',
  connectionName: 'Practice',
  isPractice: true,
  finishReasons: [],
  createdAt: 1,
  endedAt: 2,
  pieces: 0,
};

function text(value: string, choice = 0): AnswerEvent {
  return { is: 'text', choice, text: value, pieces: 1, logprobs: [] };
}

/**
 * A backend with one answer, whose messages are given one by one.
 *
 * @param breaks messages after which each stream breaks off
 * @param wholeAfter streams after which the ended answer is served as a whole, as from the library
 */
function service(events: readonly AnswerEvent[], breaks: readonly number[], wholeAfter: number) {
  const opened: number[] = [];
  const open = async (_runId: string, after: number): Promise<AsyncIterable<LanguageMessage>> => {
    opened.push(after);
    const limit = breaks[opened.length - 1] ?? Infinity;
    return (async function* () {
      if (opened.length > wholeAfter) {
        yield {
          sequence: Math.max(0, after + 1),
          events: after < 0 ? joinEvents(events) : [],
          end: RUN,
        };
        return;
      }
      let given = 0;
      for (const [sequence, event] of events.entries()) {
        if (sequence <= after) continue;
        if (given++ >= limit) throw new Error('the line broke');
        yield { sequence, events: [event] };
      }
      yield { sequence: events.length, events: [], end: RUN };
    })();
  };
  return { opened, open };
}

/** Creates frames that the test triggers. */
function handFrames() {
  let waiting: (() => void)[] = [];
  return {
    frames: {
      request(callback: () => void) {
        waiting.push(callback);
        return () => {
          waiting = waiting.filter((each) => each !== callback);
        };
      },
    },
    show() {
      const now = waiting;
      waiting = [];
      for (const callback of now) callback();
    },
  };
}

const LINE = { state: () => 'open' as const, subscribe: () => () => undefined };

/** Resolves when the answer has ended, with all news. */
function untilEnd(
  answers: ReturnType<typeof createAnswers>,
  show: () => void,
): Promise<readonly AnswerNews[]> {
  return new Promise((resolve) => {
    const news: AnswerNews[] = [];
    answers.follow('a', {
      take(each) {
        news.push(each);
        if (each.end !== undefined) resolve(news);
      },
    });
    const timer = setInterval(() => {
      show();
      if (news.at(-1)?.end !== undefined) clearInterval(timer);
    }, 1);
  });
}

describe('an answer in the window', () => {
  it('draws the first news in a frame of its own, whatever came with it', async () => {
    const { open } = service([text('first'), text(' second'), text(' third')], [], Infinity);
    const { frames, show } = handFrames();
    const answers = createAnswers({ open, line: LINE, frames });
    const news: AnswerNews[] = [];
    let ended = false;
    answers.onEnd(() => (ended = true));
    answers.track('a', {});
    answers.follow('a', { take: (each) => void news.push(each) });
    await expect.poll(() => news.length).toBe(1);
    await new Promise(setImmediate); // the others have arrived
    show();
    expect(news).toHaveLength(1);
    show();
    expect(news.map((each) => textOfEvents(each.events, 0))).toEqual(['first', ' second third']);
    expect(ended).toBe(true);
    show();
    expect(news).toHaveLength(2);
  });

  it('arrives complete over any interruptions, even when it ends during one', async () => {
    const words = fc.array(
      fc.tuple(fc.string({ maxLength: 5, minLength: 1 }), fc.integer({ min: 0, max: 2 })),
      { maxLength: 30 },
    );
    const breaks = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(words, breaks, fc.integer({ min: 0, max: 5 }), async (list, cuts, whole) => {
        const events: AnswerEvent[] = [
          { is: 'origin', id: 'x' },
          ...list.map(([word, choice]) => text(word, choice)),
          { is: 'finish', choice: 0, reason: 'stop' },
        ];
        const { open } = service(events, cuts, whole);
        const { frames, show } = handFrames();
        const pause = async () => undefined;
        const answers = createAnswers({ open, line: LINE, frames, pause });
        const news = await untilEnd(answers, show);
        const all = news.flatMap((each) => each.events);
        for (const choice of [0, 1, 2])
          expect(textOfEvents(all, choice)).toBe(textOfEvents(events, choice));
        expect(all.filter(({ is }) => is !== 'text')).toEqual([events[0], events.at(-1)]);
        answers.close();
      }),
      { numRuns: 60 },
    );
  });

  it('is passed on once a frame, joined, and from its beginning to a late subscriber', async () => {
    const events = Array.from({ length: 50 }, (_value, index) => text(String(index)));
    const { open, opened } = service(events, [], 9);
    const { frames, show } = handFrames();
    const answers = createAnswers({ open, line: LINE, frames });
    const first: AnswerNews[] = [];
    answers.track('a', { conversationId: 'c' });
    expect([...answers.state.getState().running]).toEqual([['a', { conversationId: 'c' }]]);
    const ends: LanguageRun[] = [];
    let whole = '';
    answers.onEnd((run, _place, events) => {
      ends.push(run);
      whole = textOfEvents(events);
    });
    answers.follow('a', { take: (news) => first.push(news) });
    await expect
      .poll(() => {
        show();
        return first.at(-1)?.end;
      })
      .toBe(RUN);
    expect(first.length).toBeLessThan(5);
    expect(whole).toBe(first.map(({ events }) => textOfEvents(events)).join(''));
    expect(whole).not.toBe('');
    expect(first[0]?.events).toHaveLength(1);
    const later: AnswerNews[] = [];
    answers.follow('a', { take: (news) => later.push(news) });
    expect(later).toHaveLength(1);
    expect(textOfEvents(later[0]?.events ?? [])).toBe(textOfEvents(events));
    expect(answers.state.getState().running.size, 'no dot after its end').toBe(0);
    expect(ends).toEqual([RUN]);
    expect(opened, 'one stream for both').toEqual([-1]);
  });
});
