import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import type { AnswerRun, LanguageRun } from '../../../../../shared/contract/language.ts';
import { createThreadSearch } from '../thread/find.ts';
import { describeAnswerRun, endOf, formatCost } from '../../answers/answer-words.ts';
import { followedElsewhere, branchPosition } from './branches.ts';
import { costAhead, measureFresh, meterOf } from './context-meter.ts';
import { describeImport } from './import-words.ts';
import { lastCode, runningIds, withEnd, withNewEnd } from './path.ts';

const RUN: AnswerRun = {
  id: 'run',
  state: 'done',
  model: 'm',
  connectionName: 'Account',
  isPractice: false,
  createdAt: 1000,
  firstTextAt: 1200,
  endedAt: 2200,
  pieces: 50,
  usage: { promptTokens: 100, completionTokens: 48, totalTokens: 148 },
  cost: 0.39,
  finishReasons: ['stop'],
};

function message(id: string, changes: Partial<Message> = {}): Message {
  return {
    id,
    role: 'assistant',
    text: 'text',
    pictures: [],
    createdAt: 1,
    earlierTexts: 0,
    choice: 0,
    siblings: [{ id }],
    beside: [],
    ...changes,
  };
}

const MODEL = {
  id: 'm',
  contextTokens: 1000,
  inputPricePerMillion: 1e6,
  outputPricePerMillion: 2e6,
  takesPictures: true,
  tokenRatio: 1,
};
const NEXT = {
  past: measureFresh('', 1),
  draft: '',
  pictures: [],
  maxTokens: undefined,
  answers: 1,
  leaveOut: [],
};

describe('the status of an answer', () => {
  it('shows its tokens, its cost and its speed by their arrival times', () => {
    expect(describeAnswerRun(RUN)).toBe('48 tokens, $0.000039, 48 a second');
    const { usage: _usage, cost: _cost, ...unknown } = RUN;
    expect(describeAnswerRun(unknown)).toBe('cost unknown, ≈ 50 a second');
    expect(describeAnswerRun({ ...RUN, isPractice: true })).toBe('48 tokens, 48 a second');
    const failed = { ...unknown, state: 'failed' as const, firstTextAt: undefined, pieces: 0 };
    const because = (kind: 'rejected' | 'outcome-unknown') =>
      describeAnswerRun({ ...failed, error: { kind, message: 'No.' } });
    expect(because('rejected')).toBe('');
    expect(because('outcome-unknown')).toBe('cost unknown');
    expect([421, 0.39, 0.1, 0.004, 0].map(formatCost)).toEqual([
      '$0.0421',
      '$0.000039',
      '$0.00001',
      'under $0.000001',
      '$0',
    ]);
  });

  it('offers to continue when there is something to continue', () => {
    const end = (run: Partial<AnswerRun>, text = 'text') =>
      endOf({ run: { ...RUN, ...run }, choice: 0, text });
    expect(end({})).toBeUndefined();
    expect(end({}, '')).toMatchObject({ words: 'The answer is empty.', canContinue: false });
    expect(end({ state: 'running' })).toBeUndefined();
    expect(end({ finishReasons: ['length'] })?.canContinue).toBe(true);
    expect(end({ state: 'stopped' })?.canContinue).toBe(true);
    expect(end({ state: 'stopped' }, '')?.canContinue).toBe(false);
    expect(end({ state: 'failed' }, '')?.isEmpty).toBe(true);
  });
});

describe('branches of a conversation', () => {
  it('have a position among their siblings', () => {
    const siblings = [{ id: 'a', below: 4 }, { id: 'b' }, { id: 'c', below: 1 }];
    expect(branchPosition(message('b', { siblings }))).toEqual({
      number: 2,
      count: 3,
      previousId: 'a',
      nextId: 'c',
    });
    expect(branchPosition(message('x'))).toBeUndefined();
  });

  it('show where a conversation continues, only near the end of the path', () => {
    const forked = message('b', { siblings: [{ id: 'a', below: 4 }, { id: 'b' }] });
    expect(followedElsewhere([forked, message('c')], 0)).toEqual({
      siblingId: 'a',
      branch: 1,
      messages: 4,
    });
    expect(followedElsewhere([forked, message('c'), message('d')], 0)).toBeUndefined();
    const short = message('b', { siblings: [{ id: 'a', below: 1 }, { id: 'b' }] });
    expect(followedElsewhere([short, message('c')], 0)).toBeUndefined();
  });
});

describe('the loaded path', () => {
  it('replaces its end below its last message, from a branch, or completely', () => {
    const below = (id: string, parentId?: string): Message =>
      message(id, parentId === undefined ? {} : { parentId });
    const idsOf = (path: readonly Message[], ...end: Message[]) =>
      withNewEnd(path, end).map(({ id }) => id);
    const path = [below('a'), below('b', 'a'), below('c', 'b')];
    expect(idsOf(path, below('d', 'c'), below('e', 'd'))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(idsOf(path, below('x', 'a'), below('y', 'x'))).toEqual(['a', 'x', 'y']);
    expect(idsOf(path, below('b', 'a'), below('y', 'b'))).toEqual(['a', 'b', 'y']);
    expect(idsOf([], below('a'), below('b', 'a'))).toEqual(['a', 'b']);
    expect(idsOf(path, below('x', 'elsewhere'), below('y', 'x'))).toEqual(['a', 'b', 'c']);
    expect(idsOf(path)).toEqual(['a', 'b', 'c']);
  });

  it('adopts a finished answer in place of each of its texts, once', () => {
    const running = { ...RUN, state: 'running' as const };
    const second = { ...message('c', { text: '', run: running }), choice: 1 };
    const path = [message('a'), message('b', { text: 'So ', run: running, beside: [second] })];
    const request = { kind: 'chat' as const, model: 'm', messages: [] };
    const end: LanguageRun = { ...RUN, request, conversationId: 'x', messageId: 'b' };
    const text = { is: 'text' as const, pieces: 1, logprobs: [] };
    const events = [
      { ...text, choice: 0, text: 'far' },
      { ...text, choice: 1, text: 'other' },
    ];
    const after = withEnd(path, end, events);
    expect(after[0]).toBe(path[0]);
    expect(after[1]).toMatchObject({ text: 'So far', run: RUN });
    expect(after[1]?.run).toEqual(RUN);
    expect(after[1]?.beside[0]).toMatchObject({ text: 'other', run: RUN });
    expect(withEnd(after, end, events)).toBe(after);
  });

  it('finds its running answers, even parallel ones, and its last code', () => {
    const running = { ...RUN, state: 'running' as const };
    const path = [
      message('a', { text: '```ts\nfirst\n```\n\n```\nlast\n```\nend' }),
      message('b', {
        text: '',
        run: running,
        beside: [{ ...message('c'), run: { ...running, id: 'other' } }],
      }),
    ];
    expect(runningIds(path)).toEqual(['run', 'other']);
    expect(lastCode(path)).toBe('last');
  });

  it.each([
    ['1. one\n   - two\n\n     ```py\n     x = 1\n\n     y\n     ```', 'x = 1\n\ny'],
    ['> ```\n> quoted\n> ```', 'quoted'],
    ['```md\n# T\n\n```js\nx\n```\n\nend\n```\n', '# T\n\n```js\nx\n```\n\nend'],
    ['A ```word``` in a line', undefined],
  ])('has the last code of %j as it is shown', (text, code) => {
    expect(lastCode([message('a', { text })])).toBe(code);
  });
});

describe('the context meter', () => {
  const past = { tokens: 148, isEstimate: false, messages: [] };

  it('is exact for the past, and an estimate with every new word', () => {
    const exact = meterOf({ ...NEXT, past }, MODEL);
    expect(exact).toMatchObject({ tokens: 148, isEstimate: false, over: 0 });
    const more = meterOf({ ...NEXT, past, draft: 'Go on.' }, MODEL);
    expect(more.isEstimate).toBe(true);
    expect(more.tokens).toBeGreaterThan(148);
    expect(meterOf(NEXT, MODEL)).toMatchObject({ tokens: 0, isEstimate: false });
    const fresh = measureFresh('Be brief.', 2);
    expect(fresh.isEstimate).toBe(true);
    expect(fresh.tokens).toBeGreaterThan(measureFresh('Be brief.', 1).tokens);
  });

  it('counts pictures by their sent size, when the model gets them', () => {
    const shown = (longestSide: number, takesPictures = true) =>
      meterOf(
        { ...NEXT, past, pictures: [{ photoId: 'p', longestSide }] },
        { ...MODEL, takesPictures },
      );
    expect(shown(1024)).toMatchObject({ isEstimate: true });
    expect(shown(1024).tokens - past.tokens).toBeGreaterThan(1000);
    expect(shown(2048).tokens).toBeGreaterThan(3 * shown(1024).tokens);
    expect(shown(2048, false).tokens).toBeLessThan(past.tokens + 10);
  });

  it('names the oldest messages to drop so that the rest fits, and never the last exchange', () => {
    const messages = ['a', 'b', 'c', 'd'].map((id, index) => ({
      id,
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      tokens: 300,
    }));
    const request = { ...NEXT, past: { tokens: 1200, isEstimate: true, messages }, draft: 'More' };
    const meter = meterOf(request, MODEL);
    expect(meter.over).toBeGreaterThan(200);
    expect(meter.drop).toEqual(['a', 'b']);
    const rest = { ...request.past, tokens: 600 };
    expect(meterOf({ ...request, past: rest, leaveOut: meter.drop }, MODEL)).toMatchObject({
      over: 0,
      drop: [],
    });
    const hopeless = { ...request, past: rest, leaveOut: ['a', 'b'], maxTokens: 990 };
    expect(meterOf(hopeless, MODEL).drop).toEqual([]);
  });

  it('shows a lower bound of the cost, and an upper one when the answer has a limit', () => {
    const request = { ...NEXT, past };
    const unknown = { ...MODEL, inputPricePerMillion: undefined };
    const limited = { ...request, maxTokens: 10, answers: 2 };
    expect(costAhead([{ request, model: MODEL }])).toEqual({ least: 148, most: undefined });
    expect(costAhead([{ request: limited, model: MODEL }])).toEqual({ least: 148, most: 188 });
    expect(costAhead([{ request, model: unknown }])).toBeUndefined();
  });
});

describe('search matches in a text', () => {
  it('are found as displayed, even in a parallel answer', () => {
    const beside = message('b', { text: 'A **warm** red' });
    const siblings = [{ id: 'b' }, { id: 'c' }];
    const path = [
      message('a', { role: 'user', text: '**Warm**?' }),
      message('c', { text: 'Warm, warm', siblings, beside: [beside] }),
    ];
    const find = createThreadSearch();
    expect(find(path, 'warm')).toEqual([
      { index: 0, messageId: 'a', number: 0 },
      { index: 1, messageId: 'b', number: 0 },
      { index: 1, messageId: 'c', number: 0 },
      { index: 1, messageId: 'c', number: 1 },
    ]);
    expect(find(path, '**warm')).toHaveLength(1);
  });

  it('keep their position when capitals are longer than small letters', () => {
    const find = createThreadSearch();
    const path = [message('a', { role: 'user', text: 'İstanbul, warm' })];
    expect(find(path, 'WARM')).toEqual([{ index: 0, messageId: 'a', number: 0 }]);
    expect(find(path, 'İst')).toHaveLength(1);
  });
});

describe('the summary of an import', () => {
  const report = { conversations: 0, messages: 0, known: 0, skipped: [] };

  it('counts new, known and skipped conversations', () => {
    const skipped = [
      { reason: 'A part is not JSON.', count: 1 },
      { reason: 'A message was unreadable.', count: 3 },
    ];
    expect(describeImport({ ...report, conversations: 1, messages: 2, known: 2, skipped })).toBe(
      'Imported 1 conversation with 2 messages. 2 conversations have nothing new. A part is not JSON. A message was unreadable (3 times).',
    );
    expect(describeImport({ ...report, known: 1 })).toBe('1 conversation has nothing new.');
    expect(describeImport(report)).toBe('Nothing was imported.');
  });
});
