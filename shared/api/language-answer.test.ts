import { expect, it } from 'vitest';
import { readLanguageAnswer } from './language-answer.ts';

it('puts a choice without a whole index from 0 at its position in the list', () => {
  for (const odd of [-1, 0.5, 1e300, Number.NaN, 'x', null]) {
    const { choices } = readLanguageAnswer({
      choices: [
        { index: 0, text: 'a' },
        { index: odd, text: 'b' },
      ],
    });
    expect(
      choices.map(({ index }) => index),
      String(odd),
    ).toEqual([0, 1]);
  }
  expect(readLanguageAnswer({ choices: [{ index: 3, text: 'd' }] }).choices[0]?.index).toBe(3);
});

it.each([
  ['a text', { delta: { content: 'Hello' } }, 'Hello', ''],
  [
    'a refusal',
    { message: { content: null, refusal: 'I can’t help with that.' } },
    'I can’t help with that.',
    '',
  ],
  [
    'parts',
    {
      message: {
        content: [
          { type: 'text', text: 'Hel' },
          'lo',
          { type: 'output_text', text: { value: '!' } },
        ],
      },
    },
    'Hello!',
    '',
  ],
  [
    'a refusal among parts',
    { delta: { content: [{ type: 'refusal', refusal: 'No.' }] } },
    'No.',
    '',
  ],
  ['thoughts', { delta: { content: null, reasoning_content: 'Hm' } }, '', 'Hm'],
  ['thoughts under another name', { delta: { content: 'A', reasoning: 'Hm' } }, 'A', 'Hm'],
  [
    'thoughts under two names at once',
    { delta: { reasoning: 'Hm', reasoning_content: 'Hm' } },
    '',
    'Hm',
  ],
  [
    'thoughts among parts',
    {
      message: {
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'A' },
        ],
      },
    },
    'A',
    'Hm',
  ],
  ['thoughts of a completion', { text: 'A', reasoning_content: 'Hm' }, 'A', 'Hm'],
  ['a text in two fields', { text: 'A', delta: { content: 'A' } }, 'A', ''],
  ['a chunk next to the whole', { delta: { content: 'B' }, message: { content: 'AB' } }, 'B', ''],
  ['something else', { delta: { content: 5, reasoning_content: {} }, message: 'x' }, '', ''],
])('drops no text of a model: %s', (_, choice, text, thoughts) => {
  const [read] = readLanguageAnswer({ choices: [choice] }).choices;
  expect([read?.text, read?.thoughts]).toEqual([text, thoughts]);
});

it('reads tokens of thoughts when the service counts them separately', () => {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 9,
    completion_tokens_details: { reasoning_tokens: 7 },
  };
  expect(readLanguageAnswer({ choices: [], usage }).usage).toEqual({
    promptTokens: 1,
    completionTokens: 9,
    totalTokens: 10,
    reasoningTokens: 7,
  });
  const odd = { prompt_tokens: 1, completion_tokens: 9, completion_tokens_details: null };
  expect(readLanguageAnswer({ choices: [], usage: odd }).usage).not.toHaveProperty(
    'reasoningTokens',
  );
});
