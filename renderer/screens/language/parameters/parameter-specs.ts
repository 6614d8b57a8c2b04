import { completionRequestSchema } from '../../../../shared/api/completions.ts';

export const NUMBER_PARAMETERS = [
  'maxTokens',
  'temperature',
  'topP',
  'topK',
  'minP',
  'frequencyPenalty',
  'presencePenalty',
  'repetitionPenalty',
  'n',
  'bestOf',
  'logprobs',
  'seed',
] as const;
export type NumberParameter = (typeof NUMBER_PARAMETERS)[number];

export interface NumberSpec {
  readonly label: string;
  readonly unit?: string;
  readonly hint: string;
  /** Slider position while unset: the services' usual default. */
  readonly usual?: number;
  /** Within the published range; missing if a slider is no use. */
  readonly slider?: { readonly min: number; readonly max: number; readonly step: number };
}

export const NUMBER_SPECS: Readonly<Record<NumberParameter, NumberSpec>> = {
  maxTokens: {
    label: 'Length',
    unit: 'tokens',
    hint: 'The answer ends after this many tokens. Prompt and answer together must fit the model’s context.',
  },
  temperature: {
    label: 'Temperature',
    hint: 'Higher values make unlikely words more frequent. For the likeliest words, use a small value.',
    usual: 1,
    slider: { min: 0.05, max: 1.95, step: 0.05 },
  },
  topP: {
    label: 'Top P',
    hint: 'Uses only the likeliest tokens that together reach this probability.',
    usual: 1,
    slider: { min: 0.01, max: 1, step: 0.01 },
  },
  topK: {
    label: 'Top K',
    hint: 'Uses only this many of the likeliest tokens.',
    usual: 40,
    slider: { min: 2, max: 127, step: 1 },
  },
  minP: {
    label: 'Min P',
    hint: 'Leaves out tokens less probable than this share of the likeliest one.',
    usual: 0,
    slider: { min: 0, max: 1, step: 0.01 },
  },
  frequencyPenalty: {
    label: 'Frequency penalty',
    hint: 'Makes a token less likely each time it has been used; negative values more likely.',
    usual: 0,
    slider: { min: -1.95, max: 1.95, step: 0.05 },
  },
  presencePenalty: {
    label: 'Presence penalty',
    hint: 'Makes tokens less likely once they have been used at all; negative values more likely.',
    usual: 0,
    slider: { min: -1.95, max: 1.95, step: 0.05 },
  },
  repetitionPenalty: {
    label: 'Repetition penalty',
    hint: 'Above 1, repeated tokens become less likely, those of the prompt too.',
    usual: 1,
    slider: { min: 0.05, max: 1.95, step: 0.05 },
  },
  n: {
    label: 'Answers',
    hint: 'Writes this many answers side by side. Each is charged.',
    usual: 1,
  },
  bestOf: {
    label: 'Best of',
    hint: 'The service writes this many and returns the best. All of them are charged, and none can be shown while it is written. Must be greater than the number of answers.',
  },
  logprobs: {
    label: 'Alternatives',
    hint: 'Shows the probability of each token with this many alternatives.',
    usual: 5,
    slider: { min: 0, max: 5, step: 1 },
  },
  seed: {
    label: 'Seed',
    hint: 'The same seed with the same settings tends to give the same answer.',
  },
};

const SHAPE = completionRequestSchema.shape;

const SIGNS = [
  ['greater than', '>'],
  ['less than', '<'],
  ['at least', '≥'],
  ['at most', '≤'],
] as const;

/** Returns e.g. "> 0 and < 2" or "2 to 127". */
export function parameterLimits(parameter: NumberParameter): string {
  const [issue] = SHAPE[parameter].safeParse(null).error?.issues ?? [];
  const limit: unknown = issue?.code === 'custom' ? issue.params?.['limit'] : undefined;
  if (typeof limit !== 'string') return '';
  const range = limit.replace(/^a (?:whole )?number (?:from |of )/u, '');
  return SIGNS.reduce((text, [words, sign]) => text.replace(words, sign), range);
}

/** Returns `undefined` within the published range. */
export function problemOf(parameter: NumberParameter, value: number): string | undefined {
  return SHAPE[parameter].safeParse(value).error?.issues[0]?.message;
}
