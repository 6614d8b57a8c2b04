/** The check of a request's fields, and the one place that leaves some of them out of it. */
import type { z } from 'zod';
import { checkedRequest } from './request-check.ts';
import type { RangedField } from './sampling-fields.ts';

/** How a request is made, beside its fields. */
export interface BodyOptions {
  /** False: the usage is not asked for in the last chunk. */
  readonly usageInStream?: boolean | undefined;
  /** Fields that the user wants to be sent although they are outside of their published range. */
  readonly anyway?: readonly RangedField[] | undefined;
}

/**
 * A request that keeps to its schema, but for the fields in `anyway`, which stay as they are.
 *
 * @throws AppError `invalid-input` naming the field, its limit and its value
 */
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
