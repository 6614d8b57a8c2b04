import { expect, it } from 'vitest';
import { readLanguageAnswer } from './language-answer.ts';

it('puts a choice without a whole index from 0 at its position in the list', () => {
  for (const odd of [-1, 0.5, 1e300, Number.NaN, 'x', null]) {
    const [first, second] = [0, odd].map((index) => ({ index, text: 'a' }));
    const { choices } = readLanguageAnswer({ choices: [first, second] });
    expect(choices, String(odd)).toMatchObject([{ index: 0 }, { index: 1 }]);
  }
  expect(readLanguageAnswer({ choices: [{ index: 3, text: 'd' }] }).choices[0]?.index).toBe(3);
});

const text = (value: string) => ({ type: 'text', text: value });
const parts = (...content: readonly unknown[]) => ({ message: { content } });

it.each<[string, object, string, string?]>([
  ['a text', { delta: { content: 'Hello' } }, 'Hello'],
  ['a refusal', { message: { content: null, refusal: 'I can’t.' } }, 'I can’t.'],
  ['parts', parts(text('Hel'), 'lo', { type: 'output_text', text: { value: '!' } }), 'Hello!'],
  ['a refusal among parts', { delta: { content: [{ type: 'refusal', refusal: 'No.' }] } }, 'No.'],
  ['thoughts', { delta: { content: null, reasoning_content: 'Hm' } }, '', 'Hm'],
  ['thoughts under another name', { delta: { content: 'A', reasoning: 'Hm' } }, 'A', 'Hm'],
  ['thoughts under two names', { delta: { reasoning: 'Hm', reasoning_content: 'Hm' } }, '', 'Hm'],
  ['thoughts among parts', parts({ type: 'thinking', thinking: 'Hm' }, text('A')), 'A', 'Hm'],
  ['thoughts of a completion', { text: 'A', reasoning_content: 'Hm' }, 'A', 'Hm'],
  ['a text in two fields', { text: 'A', delta: { content: 'A' } }, 'A'],
  ['a chunk next to the whole', { delta: { content: 'B' }, message: { content: 'AB' } }, 'B'],
  ['something else', { delta: { content: 5, reasoning_content: {} }, message: 'x' }, ''],
])('drops no text of a model: %s', (_, choice, shown, thoughts = '') => {
  const [read] = readLanguageAnswer({ choices: [choice] }).choices;
  expect([read?.text, read?.thoughts]).toEqual([shown, thoughts]);
});

it('reads tokens of thoughts when the service counts them separately', () => {
  const read = (details: unknown) => {
    const tokens = { prompt_tokens: 1, completion_tokens: 9, completion_tokens_details: details };
    return readLanguageAnswer({ choices: [], usage: tokens }).usage;
  };
  const counts = { promptTokens: 1, completionTokens: 9, totalTokens: 10 };
  expect(read({ reasoning_tokens: 7 })).toEqual({ ...counts, reasoningTokens: 7 });
  expect(read(null)).not.toHaveProperty('reasoningTokens');
});
