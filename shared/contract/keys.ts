/** The user's own keys of commands. */
import { z } from 'zod';

/** Bounds of this part of the contract. */
export const KEY_LIMITS = {
  commands: 1000,
  commandIdCharacters: 100,
  /** Of one command. */
  keys: 4,
  keyCharacters: 40,
  /** Of a file: every command with the longest names. */
  fileBytes: 1_000_000,
  /** Of a file: one for each command and key, and as many again for keys that are signs of JSON. */
  fileValues: 10_000,
} as const;

/** Keys by the command's id, as in `renderer/base/commands/shortcut.ts`; none = the command has no key. */
export const keyBindingsSchema = z
  .record(
    z.string().min(1).max(KEY_LIMITS.commandIdCharacters),
    z.array(z.string().min(1).max(KEY_LIMITS.keyCharacters)).max(KEY_LIMITS.keys).readonly(),
  )
  .refine((bindings) => Object.keys(bindings).length <= KEY_LIMITS.commands)
  .readonly();
export type KeyBindings = z.infer<typeof keyBindingsSchema>;

/** `letter`: a key is what it types. `place`: it is where a US keyboard has it, whatever it types. */
export const keyMatchSchema = z.enum(['letter', 'place']);
export type KeyMatch = z.infer<typeof keyMatchSchema>;

/** The file that keys are exported to. */
export const keyFileSchema = z.strictObject({
  gessoKeys: z.literal(1),
  match: keyMatchSchema,
  bindings: keyBindingsSchema,
});
export type KeyFile = z.infer<typeof keyFileSchema>;
