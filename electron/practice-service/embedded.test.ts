/** Tests the service as the program starts it: in threads, and without steering. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../scripts/import-rules.ts';
import { startEmbeddedPracticeService } from './embedded.ts';
import { cleanupBody, readJson } from './test-support.ts';

/** Files that are loaded in the threads of an embedded service, from its three entries on. */
function embeddedFiles(): ReadonlySet<string> {
  const files = new Set(
    ['embedded.ts', 'service-worker.ts', 'picture-worker.ts'].map((name) =>
      join(import.meta.dirname, name),
    ),
  );
  // A set that grows while it is walked through is walked to its new end.
  for (const file of files) {
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      const path = join(dirname(file), specifier);
      if (specifier.startsWith('.') && existsSync(path)) files.add(path);
    }
  }
  return files;
}

describe('startEmbeddedPracticeService', { timeout: 30_000 }, () => {
  it('loads no steering code', () => {
    const files = [...embeddedFiles()];
    const folder = (name: string) => join(import.meta.dirname, name);
    expect(files).toContain(folder('handle-request.ts'));
    expect(files).toContain(folder('video/clip.ts'));
    expect(files.filter((file) => file.startsWith(folder('testing/')))).toEqual([]);
  });

  it('refuses the paths for steering', async () => {
    const service = await startEmbeddedPracticeService();
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ path: '*', kind: 'hang-up', times: 9 });
    try {
      for (const path of ['faults', 'requests', 'state', 'assets', 'tokens']) {
        const url = `${service.baseUrl}/practice/${path}`;
        for (const init of [{ headers }, { method: 'POST', headers, body }]) {
          const answer = await fetch(url, init);
          expect(answer.status, path).toBe(404);
          expect((await readJson(answer))['reason']).toBe('API_NOT_FOUND');
        }
      }
      const models = await fetch(`${service.baseUrl}/v3/openai/models`, { headers });
      expect(models.status).toBe(200);
    } finally {
      await service.stop();
    }
  });

  it('serves a cleanup from its own thread, with a random key, until it is stopped', async () => {
    const service = await startEmbeddedPracticeService();
    const another = await startEmbeddedPracticeService();
    try {
      expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
      expect(service.key.length).toBeGreaterThan(20);
      expect(another.key).not.toBe(service.key);
      expect(another.baseUrl).not.toBe(service.baseUrl);
      const response = await fetch(`${service.baseUrl}/v3/cleanup`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(await cleanupBody(40, 30)),
      });
      expect(response.status).toBe(200);
      expect((await readJson(response))['image_type']).toBe('png');
    } finally {
      await service.stop();
      await another.stop();
    }
    await service.stop();
    await service.ended;
    await expect(fetch(`${service.baseUrl}/v3/openai/models`)).rejects.toThrow('fetch failed');
  });
});
