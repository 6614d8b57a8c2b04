/** Self-check: the program tests its own parts in a separate window and library. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

export const SELF_CHECK_LIMITS = { nameCharacters: 80, problemCharacters: 1000 } as const;

/**
 * Parts that depend on the engine: copying the open database, starting and ending threads and
 * processes many times, and a thread that runs out of memory.
 */
export const endurancePartSchema = z.enum(['copy', 'threads', 'helper', 'memory']);
export type EndurancePart = z.infer<typeof endurancePartSchema>;

export const selfCheckLineSchema = z.strictObject({
  /** Such as “Painting a mask”. */
  name: z.string().min(1).max(SELF_CHECK_LIMITS.nameCharacters),
  milliseconds: z.int().nonnegative(),
  /** Why it does not work, as a sentence; missing if it works. */
  problem: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
  /** How it works differently on this computer. */
  note: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
});
export type SelfCheckLine = z.infer<typeof selfCheckLineSchema>;

/** A line of a check in its own process; `end` is the last value. */
export const selfCheckNewsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('line'), line: selfCheckLineSchema }),
  z.strictObject({ kind: z.literal('end'), isSound: z.boolean() }),
]);
export type SelfCheckNews = z.infer<typeof selfCheckNewsSchema>;

export const selfCheckContract = {
  /**
   * The page is about to test the parts. @throws AppError `invalid-input` if the program was not
   * started for a check, because its library is the user's
   */
  begin: procedure.output(z.void()),
  /** Writes, reads and removes a secret in the system's keychain. @throws AppError `keychain` */
  keychain: procedure.output(z.void()),
  /** Tests a part that depends on the engine. @throws AppError with the reason */
  endure: procedure
    .input(z.strictObject({ part: endurancePartSchema }))
    .output(z.strictObject({ note: z.string().optional() })),
  say: procedure.input(selfCheckLineSchema).output(z.void()),
  /** All parts were tested; the program exits. */
  end: procedure.output(z.void()),
  /**
   * Starts a second Gesso that checks itself and forwards its results. Unsubscribing ends it.
   * @throws AppError `invalid-input` while another check runs, or if the host cannot start one
   */
  run: procedure.output(eventIterator(selfCheckNewsSchema)),
  /** Saves the report of the last `run` as a text file. @throws AppError `not-found` before the first one */
  saveReport: procedure.output(saveOutcomeSchema),
};
