/**
 * Tickets for training pictures ("POST /v3/assets/training_dataset"): a signed address for one
 * upload.
 */
import { type Answer, jsonAnswer } from '../answer.ts';
import { LIMITS } from '../limits.ts';
import { parseJsonObject, readChoice } from '../pictures/json-body.ts';
import type { RequestContext, Route } from '../router.ts';

const UPLOAD_PATH = '/v3/assets/training_dataset';

export const TRAINING_ROUTES: readonly Route[] = [
  { method: 'POST', path: UPLOAD_PATH, handle: createAsset, inspect: read },
];

/** Seconds for which an address can be uploaded to. */
const VALID_SECONDS = 120;

async function createAsset(context: RequestContext): Promise<Answer> {
  const { services, origin } = context;
  const extension = await read(context);
  const asset = services.assets.create(extension);
  const isExpired = services.steering?.takeExpiredUrl(UPLOAD_PATH) === true;
  const seconds = isExpired ? -VALID_SECONDS : VALID_SECONDS;
  return jsonAnswer({
    assets_id: asset.assets_id,
    upload_url: services.storage.signedUrl('PUT', origin, asset.key, seconds),
    method: 'PUT',
    headers: { Host: { values: [new URL(origin).host] } },
  });
}

async function read(context: RequestContext): Promise<'png' | 'webp' | 'jpeg'> {
  const body = parseJsonObject(await context.readJsonBytes(LIMITS.plainBodyBytes));
  context.record.summary = body;
  return readChoice(body, 'file_extension', ['png', 'webp', 'jpeg']);
}
