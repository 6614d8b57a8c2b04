import { type Answer, jsonAnswer } from '../answer.ts';
import { type Call, readJsonBytes, type Route } from '../call.ts';
import { LIMITS } from '../limits.ts';
import { parseJsonObject, readChoice } from '../pictures/json-body.ts';

export const TRAINING_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v3/assets/training_dataset', handle: createAsset },
];

/** Validity of an upload address, seconds. */
const VALID_SECONDS = 120;

async function createAsset(call: Call): Promise<Answer> {
  const { services, origin } = call;
  const body = parseJsonObject(await readJsonBytes(call, LIMITS.plainBodyBytes));
  const extension = readChoice(body, 'file_extension', ['png', 'webp', 'jpeg']);
  const asset = services.assets.create(extension);
  return jsonAnswer({
    assets_id: asset.assets_id,
    upload_url: services.storage.signedUrl('PUT', origin, asset.key, VALID_SECONDS),
    method: 'PUT',
    headers: { Host: { values: [new URL(origin).host] } },
  });
}
