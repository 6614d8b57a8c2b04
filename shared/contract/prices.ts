/** Prices of calls, as the user has entered them: by connection and kind of job. */
import { z } from 'zod';
import { idSchema, procedure } from './common.ts';

/** Kinds of jobs that are paid for. */
export const PRICED_KINDS = [
  'cleanup',
  'remove-text',
  'merge-face',
  'upscale',
  'video',
  'training-upload',
] as const;
export const pricedKindSchema = z.enum(PRICED_KINDS);
export type PricedKind = z.infer<typeof pricedKindSchema>;

/** The price of one call. A kind without an entry has no known price. */
export const priceSchema = z.strictObject({
  connectionId: idSchema,
  kind: pricedKindSchema,
  /** 1/10000 USD. */
  price: z.int().min(0).max(1_000_000),
});
export type Price = z.infer<typeof priceSchema>;

const pricesSchema = z.array(priceSchema).readonly();

export const pricesContract = {
  /** All known prices of all accounts. The practice service has none: it is free. */
  list: procedure.output(pricesSchema),
  /**
   * Enters a price for jobs that start from now on, `null` = unknown, and answers with all of them.
   * `invalid-input` for the practice service, `not-found` for a connection that does not exist.
   */
  set: procedure
    .input(priceSchema.extend({ price: priceSchema.shape.price.nullable() }))
    .output(pricesSchema),
};
