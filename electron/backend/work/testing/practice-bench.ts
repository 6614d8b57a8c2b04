import { expect } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startService, testKey } from '../../../testing/practice-service.ts';
import { endsWithTest } from '../../../testing/ends-with-test.ts';

export type PracticeBench = Awaited<ReturnType<typeof startPracticeBench>>;

/** @param options.isHurried polls tasks continuously, as the usual waits are for real services */
export async function startPracticeBench(options: { readonly isHurried?: boolean } = {}) {
  const service = await startService({ taskSpeed: options.isHurried === true ? 1000 : 200 });
  const fixture = await createBackendFixture({ service: { baseUrl: service.url, key: testKey } });
  const client = () => fixture.client();
  await client().settings.update({ imageCallsPerMinute: 1000, videoCallsPerMinute: 1000 });
  const polling =
    options.isHurried === true ? setInterval(() => fixture.backend().pollNow(), 30) : undefined;
  return endsWithTest({
    service,
    fixture,
    client,
    async fault(what: Readonly<Record<string, unknown>>): Promise<void> {
      const response = await service.post('/practice/faults', what);
      expect(response.status, await response.text()).toBe(201);
    },
    calls: async () =>
      (await service.records()).map(({ method, path }) => [method, path].join(' ')),
    async [Symbol.asyncDispose]() {
      clearInterval(polling);
      await fixture[Symbol.asyncDispose]();
      await service.server.close();
    },
  });
}

/** Waits for the end of a job, polling at once where a user would wait for seconds. */
export async function endOf(fixture: BackendFixture, jobId: string): Promise<Job> {
  const polling = setInterval(() => void fixture.client().jobs.pollNow(), 40);
  try {
    return await fixture.until(jobId);
  } finally {
    clearInterval(polling);
  }
}
