/** POST /v3/assets/training_dataset as it is on the wire (specification, "Upload asset"). */
import { z } from 'zod';
import { isRecord, lenientId, lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';
import { checkedRequest, oneOf } from './request-check.ts';

/** The path below the base URL. */
export const TRAINING_UPLOAD_PATH = '/v3/assets/training_dataset';

export const TRAINING_FILE_EXTENSIONS = ['png', 'webp', 'jpeg'] as const;
export type TrainingFileExtension = (typeof TRAINING_FILE_EXTENSIONS)[number];

/** The upload address of a training picture. */
export interface UploadTicket {
  /** Kept as text: it is sent as an integer or a string. */
  readonly assetId: string;
  /** Pre-signed: a secret as long as it is valid, which is about two minutes. */
  readonly url: string;
  /** To be sent as they are, in lower case; `host` is there to be compared with the address, not to be sent. */
  readonly headers: Readonly<Record<string, string>>;
}

const requestSchema = z.strictObject({
  extension: oneOf('The type of the picture', TRAINING_FILE_EXTENSIONS),
});

/**
 * The body as it is sent.
 *
 * @throws AppError `invalid-input`
 */
export function uploadRequestFields(
  extension: TrainingFileExtension,
): Readonly<Record<string, unknown>> {
  return { file_extension: checkedRequest(requestSchema, { extension }).extension };
}

/** The type of a picture by its first bytes, where it can be uploaded. */
export function trainingExtensionOf(head: Uint8Array): TrainingFileExtension | undefined {
  const kind = sniffMediaKind(head);
  return TRAINING_FILE_EXTENSIONS.find((extension) => extension === kind);
}

const ticketSchema = z.looseObject({
  assets_id: lenientId,
  upload_url: lenientString,
  /** `PUT`, the only one there is. */
  method: lenientString,
  headers: z.unknown().optional(),
});

/** The answer as a ticket; `undefined` when it names no asset, no address, or another method than PUT. */
export function ticketOfAnswer(json: unknown): UploadTicket | undefined {
  const parsed = ticketSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { assets_id: assetId, upload_url: url, method = 'PUT', headers } = parsed.data;
  if (assetId === undefined || method.toUpperCase() !== 'PUT') return undefined;
  if (url === undefined || !/^https?:\/\/\S+$/iu.test(url.trim())) return undefined;
  return { assetId, url: url.trim(), headers: headersOf(headers) };
}

/** `{name: {values: ["…"]}}`; also takes `{name: ["…"]}` and `{name: "…"}`. */
function headersOf(headers: unknown): Readonly<Record<string, string>> {
  if (!isRecord(headers)) return {};
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const values = isRecord(value) ? value['values'] : value;
      const list: readonly unknown[] = Array.isArray(values) ? values : [values];
      const texts = list.filter((entry): entry is string => typeof entry === 'string');
      return texts.length === 0 ? [] : [[name.trim().toLowerCase(), texts.join(', ')] as const];
    }),
  );
}
