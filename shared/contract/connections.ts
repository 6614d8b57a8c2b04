/** Where the service is reached, and what is known about the key's keeping. Keys go in, never out. */
import { z } from 'zod';
import { idSchema, procedure } from './common.ts';

/** A connection as the renderer sees it. */
export const connectionSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(['practice', 'account']),
  name: z.string(),
  baseUrl: z.string(),
  isActive: z.boolean(),
  /** The last four characters of the key; `undefined` for practice. */
  keyHint: z.string().optional(),
  /** `missing`: the keychain has no key for it (any more). `locked`: the keychain said no. */
  keyState: z.enum(['kept', 'in-memory', 'missing', 'locked', 'not-needed']),
});

/** What the user types in. */
export const connectionDraftSchema = z.strictObject({
  name: z.string().trim().min(1, 'Give the connection a name.').max(80),
  baseUrl: z.string().trim().min(1, 'Enter the address of the service.').max(500),
  key: z.string().trim().min(1, 'Enter the API key.').max(4000),
});

export const keyStorageSchema = z.strictObject({
  kept: z.enum(['keychain', 'memory']),
  name: z.string(),
  reason: z.string().optional(),
});

export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;
export type KeyStorage = z.infer<typeof keyStorageSchema>;

export const connectionsContract = {
  list: procedure.output(z.array(connectionSchema).readonly()),
  /** Where a key would be kept on this computer. */
  keyStorage: procedure.output(keyStorageSchema),
  /** Checks the draft against the service, then saves and activates it. Nothing is saved when the check fails. */
  add: procedure.input(connectionDraftSchema).output(connectionSchema),
  /** Replaces the key of a connection after checking it. */
  replaceKey: procedure
    .input(z.strictObject({ connectionId: idSchema, key: z.string().trim().min(1).max(4000) }))
    .output(connectionSchema),
  /** Asks the service whether the stored key is accepted. */
  check: procedure.input(z.strictObject({ connectionId: idSchema })).output(z.void()),
  activate: procedure.input(z.strictObject({ connectionId: idSchema })).output(z.void()),
  /** Forgets the connection and its key. */
  remove: procedure.input(z.strictObject({ connectionId: idSchema })).output(z.void()),
  /** Makes the practice service the active connection, starting it when needed. */
  activatePractice: procedure.output(connectionSchema),
};
