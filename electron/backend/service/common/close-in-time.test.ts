import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { closeInTime } from './close-in-time.ts';

it('continues after a step that hangs and one that fails, in order', async () => {
  const seen: string[] = [];
  const lines: string[] = [];
  await closeInTime(
    [
      ['first', async () => seen.push('first')],
      ['hanging', () => new Promise(() => void seen.push('hanging'))],
      ['failing', () => Promise.reject(new Error('no'))],
      ['last', async () => seen.push('last')],
    ],
    60,
    (line) => lines.push(line),
  );
  expect(seen).toEqual(['first', 'hanging', 'last']);
  expect(lines).toEqual([
    'end: hanging did not end in time',
    'end: failing: Something went wrong in Gesso. Try again.',
  ]);
});

it('Gesso closes its library even when something hangs for ever', async () => {
  const started = Promise.withResolvers<void>();
  await using fixture = await createBackendFixture({
    closesWithin: 200,
    ports: {
      startPracticeService() {
        started.resolve();
        return new Promise(() => undefined);
      },
    },
  });
  const { connections } = fixture.client();
  void connections.activatePractice();
  await started.promise;
  await fixture.backend().close();
  expect(fixture.logged.join('\n')).toContain('did not end in time');
  await access(join(fixture.dataFolder, 'library.db.closed'));
});
