/** The specification of chat shows no parameters; they follow services of this kind. */
import { formatNumber } from '../numbers.ts';
import type { NumberRange, ParameterTable } from './parameter-table.ts';

const PENALTY = {
  kind: 'number',
  range: { min: -2, max: 2, isMinExclusive: true, isMaxExclusive: true },
  slider: { min: -1.95, max: 1.95 },
  step: 0.05,
  usual: 0,
} as const;

const UP_TO_2 = {
  kind: 'number',
  range: { min: 0, max: 2, isMinExclusive: true, isMaxExclusive: true },
  slider: { min: 0.05, max: 1.95 },
  step: 0.05,
  usual: 1,
} as const;

const ANSWERS = {
  kind: 'number',
  range: { min: 1, max: 128, isMaxExclusive: true, isWhole: true },
  hasSlider: false,
} as const;

export const MAX_STOP_SEQUENCES = 4;

/** To one message; each becomes a message of the conversation. */
export const MOST_CHAT_ANSWERS = 128;

export const tooManyAnswers = (answers: number, most: number): string =>
  `Gesso reads at most ${formatNumber(most)} answers, not ${formatNumber(answers)}.`;

/** For each token. */
export const LOGIT_BIAS = { min: -100, max: 100, isWhole: true } as const satisfies NumberRange;

/** In the order of the form. Usual values are the services' usual defaults. */
export const CHAT_PARAMETERS = {
  maxTokens: {
    kind: 'number',
    wire: 'max_tokens',
    noun: 'The maximum number of tokens',
    // Together with the prompt at most the model's context.
    range: { min: 1, max: Number.MAX_SAFE_INTEGER, isWhole: true },
    hasSlider: false,
    label: 'Length',
    unit: 'tokens',
    hint: 'The answer ends after this many tokens. Prompt and answer together must fit the model’s context.',
  },
  temperature: {
    ...UP_TO_2,
    wire: 'temperature',
    noun: 'The temperature',
    label: 'Temperature',
    hint: 'Higher values make unlikely words more frequent. For the likeliest words, use a small value.',
  },
  topP: {
    kind: 'number',
    wire: 'top_p',
    range: { min: 0, max: 1, isMinExclusive: true },
    slider: { min: 0.01, max: 1 },
    step: 0.01,
    usual: 1,
    label: 'Top P',
    hint: 'Uses only the likeliest tokens that together reach this probability.',
  },
  topK: {
    kind: 'number',
    wire: 'top_k',
    range: { min: 1, max: 128, isMinExclusive: true, isMaxExclusive: true, isWhole: true },
    slider: { min: 2, max: 127 },
    usual: 40,
    label: 'Top K',
    hint: 'Uses only this many of the likeliest tokens.',
  },
  minP: {
    kind: 'number',
    wire: 'min_p',
    range: { min: 0, max: 1 },
    step: 0.01,
    usual: 0,
    label: 'Min P',
    hint: 'Leaves out tokens less probable than this share of the likeliest one.',
  },
  frequencyPenalty: {
    ...PENALTY,
    wire: 'frequency_penalty',
    noun: 'The frequency penalty',
    label: 'Frequency penalty',
    hint: 'Makes a token less likely each time it has been used; negative values more likely.',
  },
  presencePenalty: {
    ...PENALTY,
    wire: 'presence_penalty',
    noun: 'The presence penalty',
    label: 'Presence penalty',
    hint: 'Makes tokens less likely once they have been used at all; negative values more likely.',
  },
  repetitionPenalty: {
    ...UP_TO_2,
    wire: 'repetition_penalty',
    noun: 'The repetition penalty',
    label: 'Repetition penalty',
    hint: 'Above 1, repeated tokens become less likely, those of the prompt too.',
  },
  n: {
    ...ANSWERS,
    wire: 'n',
    noun: 'The number of answers',
    // "1 < x < 128"; 1 is the default and is not sent.
    usual: 1,
    label: 'Answers',
    hint: 'Writes this many answers side by side. Each is charged.',
  },
  logprobs: {
    kind: 'number',
    wire: 'logprobs',
    noun: 'The number of alternatives',
    range: { min: 0, max: 5, isWhole: true },
    usual: 5,
    label: 'Alternatives',
    hint: 'Shows the probability of each token with this many alternatives.',
  },
  seed: {
    kind: 'number',
    wire: 'seed',
    noun: 'The seed',
    range: { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER, isWhole: true },
    hasSlider: false,
    label: 'Seed',
    hint: 'The same seed with the same settings tends to give the same answer.',
  },
} as const satisfies ParameterTable;

export const COMPLETION_PARAMETERS = {
  ...CHAT_PARAMETERS,
  bestOf: {
    ...ANSWERS,
    wire: 'best_of',
    // Also greater than `n`, and not streamable.
    label: 'Best of',
    hint: 'The service writes this many and returns the best. All of them are charged, and none can be shown while it is written. Must be greater than the number of answers.',
  },
} as const satisfies ParameterTable;

export type CompletionParameter = keyof typeof COMPLETION_PARAMETERS;

/** A parameter that can be sent outside its range, if the user wants to. */
export type RangedField = CompletionParameter | 'stop' | 'logitBias';
