/** Checks Gesso in a separate window and library. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, takes } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

export const SELF_CHECK_LIMITS = { nameCharacters: 80, problemCharacters: 1000 } as const;

const endurancePartSchema = z.enum(['copy', 'threads', 'helper', 'memory']);
export type EndurancePart = z.infer<typeof endurancePartSchema>;

const selfCheckLineSchema = z.strictObject({
  name: z.string().min(1).max(SELF_CHECK_LIMITS.nameCharacters),
  milliseconds: z.int().nonnegative(),
  /** Why it does not work, as a sentence; missing if it works. */
  problem: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
  note: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
});
export type SelfCheckLine = z.infer<typeof selfCheckLineSchema>;

const selfCheckNewsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('line'), line: selfCheckLineSchema }),
  z.strictObject({ kind: z.literal('end'), isSound: z.boolean() }),
]);
export type SelfCheckNews = z.infer<typeof selfCheckNewsSchema>;

export const selfCheckContract = {
  /** @throws AppError `invalid-input` in a program with the user's own library */
  begin: procedure.output(z.void()),
  /** @throws AppError `keychain` */
  keychain: procedure.output(z.void()),
  /** @throws AppError with the reason */
  endure: takes({ part: endurancePartSchema }).output(
    z.strictObject({ note: z.string().optional() }),
  ),
  say: procedure.input(selfCheckLineSchema).output(z.void()),
  end: procedure.output(z.void()),
  /** Unsubscribing ends it. @throws AppError `invalid-input` while another check runs */
  run: procedure.output(eventIterator(selfCheckNewsSchema)),
  /** @throws AppError `not-found` before the first `run` */
  saveReport: procedure.output(saveOutcomeSchema),
};
