import { z } from 'zod';

export const KEY_LIMITS = {
  commands: 1000,
  commandIdCharacters: 100,
  keys: 4,
  keyCharacters: 40,
  /** Largest key file: every command with the longest names. */
  fileBytes: 1_000_000,
  /** Most JSON values: one per command and key, twice for keys that are JSON syntax. */
  fileValues: 10_000,
} as const;

/** By command id, as in `renderer/core/commands/shortcut.ts`; an empty list means no key. */
export const keyBindingsSchema = z
  .record(
    z.string().min(1).max(KEY_LIMITS.commandIdCharacters),
    z.array(z.string().min(1).max(KEY_LIMITS.keyCharacters)).max(KEY_LIMITS.keys).readonly(),
  )
  .refine((bindings) => Object.keys(bindings).length <= KEY_LIMITS.commands)
  .readonly();
export type KeyBindings = z.infer<typeof keyBindingsSchema>;

/** `letter` matches what a key types, `place` its position on a US keyboard. */
export const keyMatchSchema = z.enum(['letter', 'place']);
export type KeyMatch = z.infer<typeof keyMatchSchema>;

export const keyFileSchema = z.strictObject({
  gessoKeys: z.literal(1),
  match: keyMatchSchema,
  bindings: keyBindingsSchema,
});
export type KeyFile = z.infer<typeof keyFileSchema>;
