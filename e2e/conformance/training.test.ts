/** `POST /v3/assets/training_dataset`: "Upload asset", and the upload itself. */
import { beforeAll, describe, expect, it } from 'vitest';
import { describeFields, expectField } from './support/answers.ts';
import { listAt, numberAt, textAt, valueAt, valuesAt } from './support/json.ts';
import { exchange, post, type Reply } from './support/http.ts';
import { drawing } from './support/pictures.ts';
import { describeRequestFields, required } from './support/request-fields.ts';
import { serviceOfFile, steer } from './support/service.ts';

const PATH = '/v3/assets/training_dataset';

const service = serviceOfFile();
let asset: Reply;

beforeAll(async () => {
  asset = await post(service, PATH, { file_extension: 'png' });
});

describe('the request body', () => {
  describeRequestFields({
    fields: [
      required(
        'file_extension',
        'string',
        ['png', 'webp', 'jpeg'],
        ['jpg', 'PNG', '.png', 'gif', ''],
      ),
    ],
    minimal: () => ({}),
    submit: (body) => post(service, PATH, body),
  });
});

describe('Upload asset', () => {
  describeFields(
    () => asset,
    [
      ['assets_id', 'integer'],
      ['upload_url', 'string'],
      ['method', 'string'],
      ['headers', 'object'],
      ['headers.Host', 'object'],
      ['headers.Host.values', 'array of string'],
    ],
  );

  it('maps each header to its values', () => {
    for (const header of Object.values(Object(valueAt(asset.json, 'headers')))) {
      expectField(header, ['values', 'array of string']);
    }
  });

  it('has the method PUT and the host of the address', () => {
    expect(textAt(asset.json, 'method')).toBe('PUT');
    const { host } = new URL(textAt(asset.json, 'upload_url'));
    expect(listAt(asset.json, 'headers.Host.values')).toEqual([host]);
  });

  it('differs for each call', async () => {
    const other = await post(service, PATH, { file_extension: 'png' });
    expect(numberAt(other.json, 'assets_id')).not.toBe(numberAt(asset.json, 'assets_id'));
    expect(textAt(other.json, 'upload_url')).not.toBe(textAt(asset.json, 'upload_url'));
  });
});

describe('the upload', () => {
  it('takes the file with the returned method and headers and without the key', async () => {
    const picture = Buffer.from(await drawing(64, 48), 'base64');
    const { json } = await post(service, PATH, { file_extension: 'png' });
    const headers = Object.entries(Object(valueAt(json, 'headers'))).map(
      ([name, value]): [string, string] => [name, listAt(value, 'values').join(', ')],
    );
    const answer = await exchange(
      textAt(json, 'upload_url'),
      textAt(json, 'method'),
      Object.fromEntries(headers),
      picture,
    );
    expect(answer.status).toBe(200);
    const id = numberAt(json, 'assets_id');
    const stored = await exchange(
      `${service.url}/practice/assets/${id}`,
      'GET',
      { authorization: `Bearer ${service.key}` },
      undefined,
    );
    expect(stored.bytes.equals(picture)).toBe(true);
  });

  it('takes no file at a changed address, or by another method', async () => {
    const { json } = await post(service, PATH, { file_extension: 'png' });
    const url = textAt(json, 'upload_url');
    const elsewhere = url.replace('.png', '.webp');
    expect(elsewhere).not.toBe(url);
    const bytes = Buffer.from('x');
    expect((await exchange(elsewhere, 'PUT', {}, bytes)).status).toBe(403);
    expect((await exchange(url, 'POST', {}, bytes)).status).toBeGreaterThanOrEqual(400);
    const id = numberAt(json, 'assets_id');
    const assets = listAt(await steer(service, '/practice/state'), 'assets');
    const same = assets.find((each) => valueAt(each, 'assets_id') === id);
    expect(valuesAt(same, 'upload')).toEqual([null]);
  });
});
