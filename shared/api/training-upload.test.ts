import { describe, expect, it } from 'vitest';
import { ticketOfAnswer, trainingExtensionOf, uploadRequestFields } from './training-upload.ts';

const URL = 'https://s3.example/b/1?X-Amz-Signature=ab';

describe('the upload address of a training picture', () => {
  it('is requested by the type of the file', () => {
    expect(uploadRequestFields('webp')).toEqual({ file_extension: 'webp' });
    expect(() => uploadRequestFields('gif' as never)).toThrow(/one of png, webp, jpeg, not “gif”/u);
  });

  it('is parsed with its headers, and the asset as text', () => {
    expect(
      ticketOfAnswer({
        assets_id: 4_711,
        upload_url: URL,
        method: 'PUT',
        headers: { Host: { values: ['s3.example'] }, 'X-Amz-Acl': { values: ['a', 'b'] } },
      }),
    ).toEqual({ assetId: '4711', url: URL, headers: { host: 's3.example', 'x-amz-acl': 'a, b' } });
  });

  it('is parsed without a method, without headers and with headers of other shapes', () => {
    const headers = { a: 'x', b: ['y'], c: { values: [] }, d: null, e: 5 };
    expect(ticketOfAnswer({ assets_id: 'x', upload_url: URL, headers })?.headers).toEqual({
      a: 'x',
      b: 'y',
    });
    for (const odd of [null, [], 'x', undefined]) {
      expect(ticketOfAnswer({ assets_id: 'x', upload_url: URL, headers: odd })?.headers).toEqual(
        {},
      );
    }
  });

  it('is invalid without an asset, an address or the right method', () => {
    for (const json of [
      null,
      {},
      { assets_id: 1 },
      { upload_url: URL },
      { assets_id: '', upload_url: URL },
      { assets_id: 1, upload_url: 'file:///x' },
      { assets_id: 1, upload_url: URL, method: 'POST' },
    ]) {
      expect(ticketOfAnswer(json)).toBeUndefined();
    }
  });
});

it('the type of a training picture is detected by its first bytes', () => {
  expect(trainingExtensionOf(Buffer.from('ffd8ffe0', 'hex'))).toBe('jpeg');
  expect(trainingExtensionOf(Buffer.from('GIF89a'))).toBeUndefined();
});
