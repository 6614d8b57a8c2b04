/** Manages connections. Keys are written, never read. */
import { z } from 'zod';
import { idSchema, plainNameSchema, procedure, takes } from './common.ts';

const gatewayShape = {
  /** Replaces the service's base address; paths stay. */
  baseUrl: z.string().trim().min(1, 'Enter the gateway address.').max(500),
  /** The gateway's own header, sent next to `Authorization`. */
  headerName: z.string().trim().min(1, 'Enter the header name of the gateway.').max(100),
  /** `bearer` sends `Bearer <key>`, `none` the key alone. */
  scheme: z.enum(['bearer', 'none']),
  scope: z.enum(['language', 'everything']),
  /** Asks the gateway not to store requests, or responses. */
  omitRequest: z.boolean(),
  omitResponse: z.boolean(),
};

export const gatewaySchema = z.strictObject({
  ...gatewayShape,
  /** The last four characters of its key. */
  keyHint: z.string(),
});

const gatewayDraftSchema = z.strictObject({
  ...gatewayShape,
  /** Missing: keeps the stored key. */
  key: z.string().trim().min(1, 'Enter the gateway key.').max(4000).optional(),
});

const chatPathSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^\/[^\s?#]*$/u, 'A path starts with / and has no spaces, ? or #.');

/** Sent with clean-ups, text removals, face merges and clips; `null` is not sent. */
const enterprisePlanSchema = z.boolean().nullable();

const connectionSchema = z.strictObject({
  id: idSchema,
  kind: z.enum(['practice', 'account']),
  name: plainNameSchema,
  baseUrl: z.string(),
  isActive: z.boolean(),
  /** Last four characters of the key; `undefined` for practice. */
  keyHint: z.string().optional(),
  /**
   * `missing`: not in the keychain. `locked`: the keychain refuses access. `unreachable`: there is
   * no keychain, so the state is unknown. `other-address`: it was entered for another address.
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

export const connectionDraftSchema = z.strictObject({
  name: plainNameSchema.min(1, 'Enter a name for the connection.').max(80),
  baseUrl: z.string().trim().min(1, 'Enter the service address.').max(500),
  key: z.string().trim().min(1, 'Enter the API key.').max(4000),
  chatPath: chatPathSchema.optional(),
  enterprisePlan: enterprisePlanSchema.optional(),
  gateway: gatewayDraftSchema.optional(),
});

/** Missing fields stay unchanged. */
export const connectionChangeSchema = z.strictObject({
  connectionId: idSchema,
  name: connectionDraftSchema.shape.name.optional(),
  chatPath: chatPathSchema.optional(),
  enterprisePlan: enterprisePlanSchema.optional(),
  /** `null` removes it. */
  gateway: gatewayDraftSchema.nullable().optional(),
});

const keyStorageSchema = z.strictObject({
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
  keyStorage: procedure.output(keyStorageSchema),
  /**
   * Checks the draft against the service, then saves it, and activates it if no other connection is
   * active. Nothing is saved if the check fails; `invalid-input` names the form's field in
   * `details.field`.
   */
  add: procedure.input(connectionDraftSchema).output(connectionSchema),
  /** Changes the name, chat path, plan or gateway; a gateway is tried before it is saved. */
  update: procedure.input(connectionChangeSchema).output(connectionSchema),
  replaceKey: takes({ connectionId: idSchema, key: z.string().trim().min(1).max(4000) }).output(
    connectionSchema,
  ),
  check: takes({ connectionId: idSchema }).output(z.void()),
  activate: takes({ connectionId: idSchema }).output(z.void()),
  remove: takes({ connectionId: idSchema }).output(z.void()),
  activatePractice: procedure.output(connectionSchema),
};
