import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expiryOf, expiryOfUrl } from './tasks.ts';

const SIGNED_AT = Date.UTC(2026, 10, 21, 9, 30, 0);

describe('the expiry of a signed address', () => {
  it('is read from version 4 signatures of any vendor', () => {
    const query = 'X-Amz-Algorithm=A&X-Amz-Date=20261121T093000Z&X-Amz-Expires=3600';
    for (const url of [
      `https://s3.example/b/o.mp4?${query}&X-Amz-Signature=ab`,
      `https://s3.example/b/o.mp4?${query.toLowerCase().replace('t09', 'T09').replace('00z', '00Z')}`,
      `https://s3.example/b/o.mp4?${query.replaceAll('X-Amz', 'X-Goog')}#t=1`,
      `https://s3.example/b/o.mp4?${query.replace('Z&', '%5A&')}`,
    ]) {
      expect(expiryOfUrl(url), url).toBe(SIGNED_AT + 3_600_000);
    }
  });

  it('is read from an `Expires` in Unix seconds', () => {
    const url = 'https://cdn.example/v.mp4?Expires=1795255800&Signature=x&Key-Pair-Id=k';
    expect(expiryOfUrl(url)).toBe(1_795_255_800_000);
  });

  it('is unknown when the address does not contain it', () => {
    for (const url of [
      'https://cdn.example/v.mp4',
      'https://cdn.example/v.mp4?Expires=3600',
      'https://cdn.example/v.mp4?Expires=soon',
      'https://cdn.example/v.mp4?X-Amz-Expires=3600',
      'https://cdn.example/v.mp4?X-Amz-Date=20261121T093000Z',
      'https://cdn.example/v.mp4?X-Amz-Date=20269921T093000Z&X-Amz-Expires=5',
      'https://cdn.example/v.mp4?X-Amz-Date=20261121T093000Z&X-Amz-Expires=99999999999',
    ]) {
      expect(expiryOfUrl(url), url).toBeUndefined();
    }
  });

  it('follows the address first, then the service’s seconds, where 0 means unknown', () => {
    const signed = 'https://h/o?X-Amz-Date=20261121T093000Z&X-Amz-Expires=60';
    const plain = 'https://h/o';
    const receivedAt = SIGNED_AT + 10_000;
    const expiry = (url: string, ttlSeconds?: number) => expiryOf({ url, ttlSeconds, receivedAt });
    expect(expiry(signed, 0)).toBe(SIGNED_AT + 60_000);
    expect(expiry(signed, 999)).toBe(SIGNED_AT + 60_000);
    expect(expiry(plain, 30)).toBe(receivedAt + 30_000);
    for (const ttl of [0, -1, undefined]) expect(expiry(plain, ttl)).toBeUndefined();
  });

  it('is always a valid date', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.double(), (url, ttlSeconds) => {
        const expiry = expiryOf({ url, ttlSeconds: ttlSeconds || undefined, receivedAt: 0 });
        if (expiry !== undefined) expect(Number.isFinite(expiry)).toBe(true);
      }),
    );
  });
});
