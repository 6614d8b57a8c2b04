import type { z } from 'zod';
import type { RangedField } from '../parameters/chat-parameters.ts';
import { checkedRequest } from './request-check.ts';

export interface BodyOptions {
  /** False: the usage is not requested with the last chunk. */
  readonly usageInStream?: boolean | undefined;
  /** Fields that the user sends on purpose although they are out of range. */
  readonly anyway?: readonly RangedField[] | undefined;
}

/** @throws AppError `invalid-input` naming the field, its limit and its value */
export function checkedSampling<Schema extends z.ZodObject>(
  schema: Schema,
  request: z.output<Schema>,
  { anyway = [] }: BodyOptions,
): z.output<Schema> {
  const names = new Set<string>(anyway);
  const entries = Object.entries(request);
  const checked = checkedRequest(
    schema,
    Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  );
  const free = Object.fromEntries(entries.filter(([name]) => names.has(name)));
  return { ...checked, ...free };
}
