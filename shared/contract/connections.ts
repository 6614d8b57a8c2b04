/** Connections to services, and the state of their keys. Keys go in, never out. */
import { z } from 'zod';
import { idSchema, plainNameSchema, procedure } from './common.ts';

/** An observability gateway before the service, without its secret. */
const gatewayShape = {
  /** Takes the place of the service's address; the paths stay. */
  baseUrl: z.string().trim().min(1, 'Enter the gateway address.').max(500),
  /** The gateway's own header, beside `Authorization`. */
  headerName: z.string().trim().min(1, 'Enter the header name of the gateway.').max(100),
  /** `bearer`: the header says `Bearer <key>`. `none`: the key alone. */
  scheme: z.enum(['bearer', 'none']),
  /** The calls that go through it. */
  scope: z.enum(['language', 'everything']),
  /** The gateway is asked not to store requests, or responses. */
  omitRequest: z.boolean(),
  omitResponse: z.boolean(),
};

/** A gateway as the renderer sees it. */
export const gatewaySchema = z.strictObject({
  ...gatewayShape,
  /** The last four characters of its key. */
  keyHint: z.string(),
});

/** The user's input. */
export const gatewayDraftSchema = z.strictObject({
  ...gatewayShape,
  /** Left out: the key that is kept already. */
  key: z.string().trim().min(1, 'Enter the gateway key.').max(4000).optional(),
});

const chatPathSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^\/[^\s?#]*$/u, 'A path starts with / and has no spaces, ? or #.');

/** Sent with clean-ups, text removals, face merges and clips; `null` = not sent. */
const enterprisePlanSchema = z.boolean().nullable();

/** A connection as the renderer sees it. */
export const connectionSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(['practice', 'account']),
  name: plainNameSchema,
  baseUrl: z.string(),
  isActive: z.boolean(),
  /** The last four characters of the key; `undefined` for practice. */
  keyHint: z.string().optional(),
  /**
   * `missing`: the keychain has no key for it. `locked`: the keychain refuses access. `unreachable`:
   * there is no keychain, so the state of the key is unknown. `other-address`: it was entered for another one.
   */
  keyState: z.enum([
    'kept',
    'in-memory',
    'missing',
    'other-address',
    'locked',
    'unreachable',
    'not-needed',
  ]),
  chatPath: z.string(),
  enterprisePlan: enterprisePlanSchema,
  gateway: gatewaySchema.optional(),
});

/** The user's input. */
export const connectionDraftSchema = z.strictObject({
  name: plainNameSchema.min(1, 'Enter a name for the connection.').max(80),
  baseUrl: z.string().trim().min(1, 'Enter the service address.').max(500),
  key: z.string().trim().min(1, 'Enter the API key.').max(4000),
  chatPath: chatPathSchema.optional(),
  enterprisePlan: enterprisePlanSchema.optional(),
  gateway: gatewayDraftSchema.optional(),
});

/** A change of a connection; missing fields stay. */
export const connectionChangeSchema = z.strictObject({
  connectionId: idSchema,
  name: connectionDraftSchema.shape.name.optional(),
  chatPath: chatPathSchema.optional(),
  enterprisePlan: enterprisePlanSchema.optional(),
  /** `null` takes it away. */
  gateway: gatewayDraftSchema.nullable().optional(),
});

export const keyStorageSchema = z.strictObject({
  kept: z.enum(['keychain', 'memory']),
  name: z.string(),
  reason: z.string().optional(),
});

export type Connection = z.infer<typeof connectionSchema>;
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;
export type ConnectionChange = z.infer<typeof connectionChangeSchema>;
export type Gateway = z.infer<typeof gatewaySchema>;
export type GatewayDraft = z.infer<typeof gatewayDraftSchema>;
export type KeyStorage = z.infer<typeof keyStorageSchema>;

export const connectionsContract = {
  list: procedure.output(z.array(connectionSchema).readonly()),
  /** The place for keys on this computer. */
  keyStorage: procedure.output(keyStorageSchema),
  /**
   * Checks the draft against the service, then saves it. It is in use at once where no other
   * connection is. Nothing is saved when the check fails; an `invalid-input` names the form's field
   * under `details.field`.
   */
  add: procedure.input(connectionDraftSchema).output(connectionSchema),
  /** Changes the name, the chat path, the plan or the gateway; a gateway is tried before it is saved. */
  update: procedure.input(connectionChangeSchema).output(connectionSchema),
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
