/** Names of the parameters of a request to a model. */

/** Fields with a published range, which can be sent outside of it on demand. */
export const RANGED_FIELDS = [
  'n',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'temperature',
  'topP',
  'topK',
  'minP',
  'logprobs',
  'logitBias',
  'maxTokens',
  'seed',
  'bestOf',
  'stop',
] as const;
export type RangedField = (typeof RANGED_FIELDS)[number];
