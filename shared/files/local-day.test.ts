import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const MODULE = new URL('local-day.ts', import.meta.url).href;

/** In a process of its own, because the time zone of a running one stays. */
function dayIn(timeZone: string, at: string): string {
  const script = `import { localDay } from ${JSON.stringify(MODULE)};
    process.stdout.write(localDay(Date.parse(${JSON.stringify(at)})));`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TZ: timeZone },
    encoding: 'utf8',
  });
}

it('names the day of the user’s clock, not the one of UTC', () => {
  expect(dayIn('Asia/Seoul', '2026-03-05T20:00:00Z')).toBe('2026-03-06');
  expect(dayIn('America/Los_Angeles', '2026-03-05T02:00:00Z')).toBe('2026-03-04');
});
