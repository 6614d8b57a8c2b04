import { expect, it } from 'vitest';
import { modelsAnswerSchema, modelsFromAnswer } from './models.ts';

const NOW = Date.parse('2026-11-27T00:00:00Z');

function offered(...models: readonly object[]) {
  const data = models.map((model, index) => ({ id: `m${index}`, ...model }));
  return modelsFromAnswer(modelsAnswerSchema.parse({ data }), NOW);
}

it('leaves out models that return no text, by the fields of several services', () => {
  const kinds = 'embedding text-embedding reranker rerank image audio moderation'.split(' ');
  const others: readonly object[] = [
    ...kinds.map((type) => ({ type })),
    ...kinds.map((word) => ({ model_type: word })),
    ...kinds.map((word) => ({ modelType: word.toUpperCase() })),
    { task: 'text-to-image' },
    { pipeline_tag: 'automatic-speech-recognition' },
    { category: ['tts'] },
    { endpoints: ['/v1/embeddings'] },
    { endpoints: [{ path: '/v1/images/generations' }] },
    { supported_endpoint_types: ['image-generation'] },
    { features: ['embedding'] },
    { capabilities: { completion_chat: false, embeddings: true } },
    { architecture: { modality: 'text->image' } },
    { output_modalities: ['image'] },
  ];
  for (const model of others) expect(offered(model), JSON.stringify(model)).toEqual([]);
});

it('keeps models that answer, and those with no or unknown fields', () => {
  const answering: readonly object[] = [
    {},
    { type: null, endpoints: [], features: {} },
    { type: 'llm' },
    { model_type: 'chat' },
    { type: 'quantum' },
    { type: 'model' },
    { task: 'image-text-to-text' },
    { pipeline_tag: 'text-generation' },
    { endpoints: ['chat/completions', 'embeddings'] },
    { endpoints: ['completions'] },
    { supported_endpoint_types: ['openai'] },
    { features: ['function-calling', 'structured-outputs'] },
    { capabilities: { completion_chat: true } },
    { architecture: { modality: 'text+image->text' } },
    { output_modalities: ['text', 'image'] },
    { input_modalities: ['image', 'audio'] },
  ];
  for (const model of answering) expect(offered(model), JSON.stringify(model)).toHaveLength(1);
});

it('puts withdrawn models last', () => {
  const gone: readonly object[] = [
    { status: 'deprecated' },
    { status: 'OFFLINE' },
    { state: 'retired' },
    { deprecated: true },
    { is_deprecated: 'true' },
    { active: false },
    { enabled: 0 },
    { deprecation: '2026-01-01' },
    { shutdown_date: NOW / 1000 - 1 },
    { title: 'Old (deprecated)' },
  ];
  for (const model of gone) {
    const wanted = [{ id: 'm1' }, { id: 'm0', isWithdrawn: true }];
    expect(offered(model, { status: 'online' }), JSON.stringify(model)).toMatchObject(wanted);
  }
  const here: readonly object[] = [
    { status: 1 },
    { deprecated: false },
    { deprecation: null },
    { deprecation: '2027-01-01' },
    { active: true, enabled: 1, available: null },
  ];
  for (const model of here)
    expect(offered(model)[0]?.isWithdrawn, JSON.stringify(model)).toBeUndefined();
});

it('recognises prices that depend on more than the tokens', () => {
  const [tiered] = offered({ is_tiered_billing: true });
  expect(tiered?.arePricesRough).toBe(true);
  expect(offered({ tiered_billing_configs: [] })[0]?.arePricesRough).toBeUndefined();
});
