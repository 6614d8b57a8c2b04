import { limits } from '../limits.ts';
import { readChoice } from '../pictures/body-fields.ts';
import { parseJsonObject } from '../pictures/json-body.ts';
import { type Answer, jsonAnswer, type RequestContext, type Route } from '../router.ts';

const uploadPath = '/v3/assets/training_dataset';

export const trainingRoutes: readonly Route[] = [
  { method: 'POST', path: uploadPath, handle: createAsset, inspect },
];

/** Seconds for which an address can be uploaded to. */
const validSeconds = 120;

async function createAsset(context: RequestContext): Promise<Answer> {
  const { services, origin } = context;
  const extension = await read(context);
  const asset = services.assets.create(extension);
  const isExpired = services.faults.takeExpiredUrl(uploadPath);
  const seconds = isExpired ? -validSeconds : validSeconds;
  return jsonAnswer({
    assets_id: asset.assets_id,
    upload_url: services.storage.signedUrl('PUT', origin, asset.key, seconds),
    method: 'PUT',
    headers: { Host: { values: [new URL(origin).host] } },
  });
}

async function inspect(context: RequestContext): Promise<void> {
  await read(context);
}

async function read(context: RequestContext): Promise<'png' | 'webp' | 'jpeg'> {
  const body = parseJsonObject(await context.readJsonBytes(limits.plainBodyBytes));
  context.record.summary = body;
  return readChoice(body, 'file_extension', ['png', 'webp', 'jpeg']);
}
