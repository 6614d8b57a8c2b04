/** Unset fields are not sent, because unset is not the default. */
import { z } from 'zod';
import { LOGIT_BIAS, MAX_STOP_SEQUENCES } from '../parameters/chat-parameters.ts';
import { isWithin } from './request-check.ts';

/** Fields of both requests besides the numbers of `shared/parameters/chat-parameters.ts`. */
export const samplingShape = {
  model: z.custom<string>((value) => typeof value === 'string' && value.trim() !== '', {
    error: 'Select a model first.',
    params: { limit: 'a model' },
  }),
  stop: z
    .custom<readonly string[]>(isStopList, {
      error: `There can be at most ${MAX_STOP_SEQUENCES} stop sequences, none of them empty. Remove some.`,
      params: { limit: `at most ${MAX_STOP_SEQUENCES} texts` },
    })
    .optional(),
  logitBias: z
    .custom<Readonly<Record<string, number>>>(isBiasMap, {
      error: 'A token’s bias must be a whole number from -100 to 100. Change it and try again.',
      params: { limit: 'token ids with whole numbers from -100 to 100' },
    })
    .optional(),
};

/** @param numbers under their names in the request to the service */
export function samplingBody(
  { n, ...numbers }: Readonly<Record<string, unknown>>,
  { model, stop, logitBias }: z.output<z.ZodObject<typeof samplingShape>>,
): Readonly<Record<string, unknown>> {
  return withoutUnset({
    model,
    ...numbers,
    // The published range excludes 1, which is the default.
    n: n === 1 ? undefined : n,
    logit_bias: logitBias,
    // The published type is a text, but services of this kind also take a list.
    stop: stop === undefined || stop.length === 0 ? undefined : stop.length === 1 ? stop[0] : stop,
  });
}

function withoutUnset(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function isStopList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_STOP_SEQUENCES &&
    value.every((text) => typeof text === 'string' && text !== '')
  );
}

function isBiasMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([token, bias]) => token !== '' && typeof bias === 'number' && isWithin(bias, LOGIT_BIAS),
  );
}
