import { expect, it } from 'vitest';
import { readLanguageAnswer } from './language-answer.ts';

const PLAIN = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };

const isRough = (more: object) =>
  readLanguageAnswer({ choices: [], usage: { ...PLAIN, ...more } }).usage?.isRough === true;

it('a cost is approximate when tokens have other prices, or are not counted', () => {
  const rough: readonly object[] = [
    { prompt_tokens_details: { cached_tokens: 90 } },
    { prompt_tokens_details: { cached_tokens: '90' } },
    { input_tokens_details: { cached_tokens: 1 } },
    { prompt_cache_hit_tokens: 90, prompt_cache_miss_tokens: 10 },
    { cache_read_input_tokens: 90 },
    { cache_creation_input_tokens: 10 },
    { prompt_tokens_details: { audio_tokens: 5 } },
    { completion_tokens_details: { audio_tokens: 5 } },
    { completion_tokens_details: { reasoning_tokens: 80 } },
    { total_tokens: 200 },
  ];
  for (const more of rough) expect(isRough(more), JSON.stringify(more)).toBe(true);
});

it('a cost is exact when every token has the plain price', () => {
  const exact: readonly object[] = [
    {},
    { prompt_tokens_details: null, completion_tokens_details: {} },
    { prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 } },
    { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 100 },
    { completion_tokens_details: { reasoning_tokens: 20, accepted_prediction_tokens: 0 } },
  ];
  for (const more of exact) expect(isRough(more), JSON.stringify(more)).toBe(false);
});

it('recognises the end reasons of services, and keeps all others', () => {
  const read = (finish_reason: unknown) =>
    readLanguageAnswer({ choices: [{ delta: { content: 'a' }, finish_reason }] }).choices[0];
  for (const word of ['stop', 'STOP', 'end_turn', 'eos', 'stop_sequence', 'completed']) {
    expect(read(word)?.finishReason).toBe('stop');
  }
  for (const word of ['length', 'max_tokens', 'MAX_TOKENS']) {
    expect(read(word)?.finishReason).toBe('length');
  }
  for (const word of ['content_filter', 'tool_calls', 'brand_new']) {
    expect(read(word)).toMatchObject({ finishReason: word, text: 'a' });
  }
  for (const word of ['', null, 'null', undefined])
    expect(read(word)?.finishReason).toBeUndefined();
});
