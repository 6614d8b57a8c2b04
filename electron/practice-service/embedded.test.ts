/** The service as the program starts it: in threads of its own, and without steering. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from '../../scripts/import-rules.ts';
import { startEmbeddedPracticeService } from './embedded.ts';
import { readMp4 } from './testing/mp4.ts';
import { listIn } from './testing/tasks.ts';
import {
  cleanupBody,
  encodePng,
  maskSamples,
  patternSamples,
  readImage,
  readJson,
} from './test-support.ts';

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
  it('loads nothing by which a service is steered', () => {
    const files = [...embeddedFiles()];
    const folder = (name: string) => join(import.meta.dirname, name);
    expect(files).toContain(folder('handle-request.ts'));
    expect(files).toContain(folder('video/mp4.ts'));
    expect(files.filter((file) => file.startsWith(folder('steering/')))).toEqual([]);
  });

  it('does not know the paths by which a service is steered', async () => {
    const service = await startEmbeddedPracticeService();
    const headers = {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ path: '*', kind: 'hang-up', times: 9 });
    try {
      for (const path of ['faults', 'requests', 'rate-limits', 'clock', 'ledger', 'speed']) {
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

  it('makes a video in threads of its own, at the speed of its options', async () => {
    const service = await startEmbeddedPracticeService({ taskSpeed: 1000 });
    const headers = {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
    };
    try {
      const photo = await encodePng(patternSamples(48, 32, 3), 48, 32, 3);
      const submitted = await fetch(`${service.baseUrl}/v3/async/img2video`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          model_name: 'SVD',
          image_file: photo.toString('base64'),
          frames_num: 14,
          frames_per_second: 6,
          image_file_resize_mode: 'ORIGINAL_RESOLUTION',
          steps: 1,
        }),
      });
      const { task_id: taskId } = await readJson(submitted);
      let url = '';
      await expect
        .poll(async () => {
          const path = `/v3/async/task-result?task_id=${String(taskId)}`;
          const result = await readJson(await fetch(`${service.baseUrl}${path}`, { headers }));
          url = String(listIn(result, 'videos')[0]?.['video_url']);
          return url;
        })
        .toMatch(/^http/u);
      const file = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(readMp4(file)).toMatchObject({ frames: 14, width: 48, height: 32 });
    } finally {
      await service.stop();
    }
  });

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
