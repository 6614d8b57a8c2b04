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
