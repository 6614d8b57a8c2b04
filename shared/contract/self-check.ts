/** The self-check: the program tries its own parts, in a window and with a library made for it. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './common.ts';
import { saveOutcomeSchema } from './export.ts';

/** Bounds of this part of the contract. */
export const SELF_CHECK_LIMITS = { nameCharacters: 80, problemCharacters: 1000 } as const;

/**
 * Parts that depend on the engine: a copy of the open database, threads and helper processes that start and end
 * again and again, a thread that runs out of memory.
 */
export const endurancePartSchema = z.enum(['copy', 'threads', 'helper', 'memory']);
export type EndurancePart = z.infer<typeof endurancePartSchema>;

/** One part that was tried. */
export const selfCheckLineSchema = z.strictObject({
  /** Such as “Painting a mask”. */
  name: z.string().min(1).max(SELF_CHECK_LIMITS.nameCharacters),
  milliseconds: z.int().nonnegative(),
  /** Why it does not work, as a sentence; missing where it does. */
  problem: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
  /** Of a part that works in another way on this computer: which. */
  note: z.string().min(1).max(SELF_CHECK_LIMITS.problemCharacters).optional(),
});
export type SelfCheckLine = z.infer<typeof selfCheckLineSchema>;

/** A line of a check in a process of its own; `end` comes once, as the last value. */
export const selfCheckNewsSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('line'), line: selfCheckLineSchema }),
  z.strictObject({ kind: z.literal('end'), isSound: z.boolean() }),
]);
export type SelfCheckNews = z.infer<typeof selfCheckNewsSchema>;

export const selfCheckContract = {
  /**
   * The page is about to try the parts. @throws AppError `invalid-input` in a program that was not started
   * for this: its library is the user's
   */
  begin: procedure.output(z.void()),
  /** Writes a secret of its own into the system's keychain, reads it, and removes it. @throws AppError `keychain` */
  keychain: procedure.output(z.void()),
  /** Tries a part that depends on the engine. @throws AppError with the reason */
  endure: procedure
    .input(z.strictObject({ part: endurancePartSchema }))
    .output(z.strictObject({ note: z.string().optional() })),
  /** A part was tried. */
  say: procedure.input(selfCheckLineSchema).output(z.void()),
  /** Every part was tried: the program ends. */
  end: procedure.output(z.void()),
  /**
   * Starts a second Gesso that checks itself, and hands on what it says. Whoever stops listening ends it.
   *
   * @throws AppError `invalid-input` while another check runs, or where the host cannot start one
   */
  run: procedure.output(eventIterator(selfCheckNewsSchema)),
  /** Saves the report of the last `run` as a text file. @throws AppError `not-found` before the first one */
  saveReport: procedure.output(saveOutcomeSchema),
};
