import { describe, expect, it } from 'vitest';
import { startEmbeddedPracticeService } from './embedded.ts';
import { cleanupBody, encodePng, maskSamples, patternSamples, readImage } from './test-support.ts';

describe('startEmbeddedPracticeService', { timeout: 30_000 }, () => {
  it('serves a cleanup from a thread of its own, with a random key, until it is stopped', async () => {
    const service = await startEmbeddedPracticeService();
    const another = await startEmbeddedPracticeService();
    try {
      expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
      expect(service.key.length).toBeGreaterThan(20);
      expect(another.key).not.toBe(service.key);
      expect(another.baseUrl).not.toBe(service.baseUrl);
      const photo = await encodePng(patternSamples(40, 30, 3), 40, 30, 3);
      const mask = await encodePng(
        maskSamples(40, 30, { left: 8, top: 8, width: 9, height: 9 }),
        40,
        30,
        1,
      );
      const response = await fetch(`${service.baseUrl}/v3/cleanup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(cleanupBody(photo, mask)),
      });
      expect(response.status).toBe(200);
      expect((await readImage(response)).byteLength).toBeGreaterThan(0);
    } finally {
      await service.stop();
      await another.stop();
    }
    await service.stop();
    await expect(fetch(`${service.baseUrl}/v3/openai/models`)).rejects.toThrow('fetch failed');
  });
});
