import { MOST_CHOICES } from '../../../../shared/api/language-answer.ts';
import { describeRange, isWithin, numberWithin } from '../../../../shared/api/request-check.ts';
import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import {
  CHAT_PARAMETERS,
  COMPLETION_PARAMETERS,
  LOGIT_BIAS,
  MAX_STOP_SEQUENCES,
  MOST_CHAT_ANSWERS,
  tooManyAnswers,
  type CompletionParameter,
  type RangedField,
} from '../../../../shared/parameters/chat-parameters.ts';
import type {
  NumberParameter,
  NumberRange,
} from '../../../../shared/parameters/parameter-table.ts';

type ParameterUse = 'completion' | 'chat';

const SIGNS = [
  ['greater than', '>'],
  ['less than', '<'],
  ['at least', '≥'],
  ['at most', '≤'],
] as const;

/** Returns e.g. "> 0 and < 2" or "2 to 127". */
export function rangeInSigns(range: NumberRange): string {
  const words = describeRange(range).replace(/^a (?:whole )?number(?: from |, )/u, '');
  return SIGNS.reduce((text, [long, sign]) => text.replace(long, sign), words);
}

/** Returns `undefined` within the published range. */
export function problemOf(name: CompletionParameter, value: number): string | undefined {
  const { label, noun = label, range }: NumberParameter = COMPLETION_PARAMETERS[name];
  return numberWithin(noun, range).safeParse(value).error?.issues[0]?.message;
}

/** `undefined` unsets a value. A changed value loses its "Send anyway". */
export function withParameters(
  parameters: LanguageParameters,
  changes: { readonly [Name in keyof LanguageParameters]?: LanguageParameters[Name] | undefined },
): LanguageParameters {
  const anyway = (changes.anyway ?? parameters.anyway ?? []).filter(
    (name) => changes.anyway !== undefined || !(name in changes),
  );
  const merged = { ...parameters, ...changes, anyway: anyway.length === 0 ? undefined : anyway };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}

/** Sets or removes "Send anyway" for a value outside its range. */
export function withAnyway(
  parameters: LanguageParameters,
  name: RangedField,
  isSent: boolean,
): LanguageParameters {
  const others = (parameters.anyway ?? []).filter((each) => each !== name);
  return withParameters(parameters, { anyway: isSent ? [...others, name] : others });
}

/** Returns a sentence per value outside its range, "Send anyway" or not. */
export function parameterProblems(
  parameters: LanguageParameters,
  use: ParameterUse,
): ReadonlyMap<RangedField, string> {
  const problems = new Map<RangedField, string>();
  for (const name of parameterNames(use)) {
    const value = parameters[name];
    if (value === undefined) continue;
    const problem = problemOf(name, value);
    if (problem !== undefined) problems.set(name, problem);
  }
  const { n = 1, bestOf, stop = [], logitBias = {} } = parameters;
  if (use === 'completion' && bestOf !== undefined && bestOf <= n && !problems.has('bestOf')) {
    problems.set('bestOf', `Best of must be greater than the number of answers (${n}).`);
  }
  if (stop.length > MAX_STOP_SEQUENCES) {
    problems.set('stop', `The service takes at most ${MAX_STOP_SEQUENCES} stop sequences.`);
  }
  if (isNeverSent('n', parameters, use)) problems.set('n', tooManyAnswers(n, MOST_ANSWERS[use]));
  const { min, max } = LOGIT_BIAS;
  if (!Object.values(logitBias).every((bias) => isWithin(bias, LOGIT_BIAS)))
    problems.set('logitBias', `A bias must be a whole number from ${min} to ${max}.`);
  return problems;
}

const MOST_ANSWERS = { chat: MOST_CHAT_ANSWERS, completion: MOST_CHOICES } as const;

/** True for a value that is not sent “anyway” either: its answers would be paid for and lost. */
export function isNeverSent(
  name: RangedField,
  { n = 1 }: LanguageParameters,
  use: ParameterUse,
): boolean {
  return name === 'n' && n > MOST_ANSWERS[use];
}

/** Returns `undefined` if a request can be sent. */
export function parameterObstacle(
  parameters: LanguageParameters,
  use: ParameterUse,
): string | undefined {
  const { anyway = [] } = parameters;
  for (const [name, problem] of parameterProblems(parameters, use)) {
    if (!anyway.includes(name) || isNeverSent(name, parameters, use)) return problem;
  }
  return undefined;
}

/** Returns the numbers that this kind of request has. */
function parameterNames(use: ParameterUse): readonly CompletionParameter[] {
  const table = use === 'completion' ? COMPLETION_PARAMETERS : CHAT_PARAMETERS;
  return Object.keys(table) as CompletionParameter[];
}

/** False if the best of several is requested, which is known only at the end. */
export function isStreaming(parameters: LanguageParameters, use: ParameterUse): boolean {
  if (use === 'completion' && parameters.bestOf !== undefined) return false;
  return parameters.stream ?? true;
}

/** Services of this kind store seeds in 32 bits. */
const MOST_RANDOM_SEED = 2 ** 31;

export function drawSeed(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % MOST_RANDOM_SEED;
}

/** Draws a new seed unless it is locked. @param isSeedLocked the setting `isLanguageSeedLocked` */
export function afterSending(
  parameters: LanguageParameters,
  isSeedLocked: boolean,
): LanguageParameters {
  if (parameters.seed === undefined || isSeedLocked) return parameters;
  return withParameters(parameters, { seed: drawSeed() });
}

/** For a completion; drops fields without effect. */
export function requestFields(parameters: LanguageParameters): LanguageParameters {
  const { anyway = [], ...fields } = parameters;
  const problems = parameterProblems(parameters, 'completion');
  const sent = anyway.filter((name) => problems.has(name));
  if (fields.stop?.length === 0) delete fields.stop;
  return sent.length === 0 ? fields : { ...fields, anyway: sent };
}

export interface ParameterProps {
  readonly use: ParameterUse;
  readonly parameters: LanguageParameters;
  readonly onChange: (parameters: LanguageParameters) => void;
}
