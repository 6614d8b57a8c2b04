/** Wire format of POST /v3/assets/training_dataset (specification, "Upload asset"). */
import { z } from 'zod';
import { isRecord, lenientId, lenientString } from './lenient.ts';
import { sniffMediaKind } from './media-kind.ts';
import { checkedRequest, oneOf } from './request-check.ts';

export const TRAINING_UPLOAD_PATH = '/v3/assets/training_dataset';

export const TRAINING_FILE_EXTENSIONS = ['png', 'webp', 'jpeg'] as const;
export type TrainingFileExtension = (typeof TRAINING_FILE_EXTENSIONS)[number];

export interface UploadTicket {
  /** Text, because it is sent as an integer or a string. */
  readonly assetId: string;
  /** Pre-signed, valid for about two minutes: a secret until then. */
  readonly url: string;
  /** Headers to send unchanged, in lower case. `host` is only compared with the address. */
  readonly headers: Readonly<Record<string, string>>;
}

const requestSchema = z.strictObject({
  extension: oneOf('The type of the picture', TRAINING_FILE_EXTENSIONS),
});

/** @throws AppError `invalid-input` */
export function uploadRequestFields(
  extension: TrainingFileExtension,
): Readonly<Record<string, unknown>> {
  return { file_extension: checkedRequest(requestSchema, { extension }).extension };
}

/** Detects the type from the first bytes; `undefined` if it cannot be uploaded. */
export function trainingExtensionOf(head: Uint8Array): TrainingFileExtension | undefined {
  const kind = sniffMediaKind(head);
  return TRAINING_FILE_EXTENSIONS.find((extension) => extension === kind);
}

const ticketSchema = z.looseObject({
  assets_id: lenientId,
  upload_url: lenientString,
  method: lenientString,
  headers: z.unknown().optional(),
});

/** Returns `undefined` without an asset, an address, or for another method than PUT. */
export function ticketOfAnswer(json: unknown): UploadTicket | undefined {
  const parsed = ticketSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { assets_id: assetId, upload_url: url, method = 'PUT', headers } = parsed.data;
  if (assetId === undefined || method.toUpperCase() !== 'PUT') return undefined;
  if (url === undefined || !/^https?:\/\/\S+$/iu.test(url.trim())) return undefined;
  return { assetId, url: url.trim(), headers: headersOf(headers) };
}

/** Accepts `{name: {values: ["…"]}}`, `{name: ["…"]}` and `{name: "…"}`. */
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
