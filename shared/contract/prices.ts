import { z } from 'zod';
import { idSchema, procedure, takes } from './common.ts';

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

/** Kinds without an entry have no known price. */
const priceSchema = z.strictObject({
  connectionId: idSchema,
  kind: pricedKindSchema,
  /** 1/10000 USD. */
  price: z.int().min(0).max(1_000_000),
});
export type Price = z.infer<typeof priceSchema>;

const pricesSchema = z.array(priceSchema).readonly();

export const pricesContract = {
  list: procedure.output(pricesSchema),
  /** `null` for unknown. `invalid-input` for practice, `not-found` for an unknown connection. */
  set: takes({ ...priceSchema.shape, price: priceSchema.shape.price.nullable() }).output(
    pricesSchema,
  ),
};
