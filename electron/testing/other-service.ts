/** Answers as other services of this kind send them: what the specification does not say, or says otherwise. */

/** The list of models with kinds that do not chat, one that was withdrawn, and one without a fixed price. */
function otherModels(models: readonly object[]): string {
  const [model] = models;
  const odd = [
    { ...model, id: 'practice/embedding', title: '', model_type: 'embedding', output_price: 0 },
    { ...model, id: 'practice/image', model_type: 'image', context_size: 0 },
    { ...model, id: 'practice/withdrawn', status: 0, created: '1700000000' },
    {
      ...model,
      id: 'practice/auto',
      title: null,
      input_token_price_per_m: -1,
      output_token_price_per_m: -1,
    },
    { ...model, id: 'a number' },
  ];
  return JSON.stringify({ data: [...models, ...odd] }).replace('"a number"', '9007199254740993');
}

/** Fractions of tokens, numbers as texts, and the tokens of the prompt that were cached. */
const usage = {
  prompt_tokens: '5',
  completion_tokens: 4.25,
  total_tokens: 9.25,
  prompt_tokens_details: { cached_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: null },
};

/** The faults that make the practice service another one. */
export async function faultsOfOtherService(
  baseUrl: string,
  key: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const path = '/v3/openai/models';
  const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await answer.json()) as { readonly data: readonly object[] };
  const times = 1_000_000;
  const contentType = 'application/json';
  return [
    { path, times, kind: 'answer', contentType, body: otherModels(data) },
    { path: '*', times, kind: 'merge', patch: { usage } },
  ];
}
