import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { createSelfCheckRun, SELF_CHECK_TIMES } from './self-check-run.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

function begin(report?: string) {
  const printed: string[] = [];
  const run = createSelfCheckRun({
    version: '1.2.3',
    report,
    print: (line) => printed.push(line.replace(/\(\d+ ms\)/u, '(… ms)')),
  });
  return { run, printed };
}

describe('a self-check run', () => {
  it('exits with 1 when a part does not work, and writes the report', async () => {
    const folder = testFolder();
    const path = join(folder, 'Bericht “1”.txt');
    const { run } = begin(path);
    run.listener.begin();
    run.listener.say({ name: 'Using the keychain', milliseconds: 3, problem: 'It is\nlocked.' });
    run.listener.end();
    expect(await run.ended).toBe(1);
    const report = await readFile(path, 'utf8');
    expect(report).toMatch(/^Gesso 1\.2\.3\n/u);
    expect(report).toContain(
      'not ok  Using the keychain (3 ms): It is locked.\n1 of 2 parts work.',
    );
  });

  it('exits with 1 when the report cannot be written', async () => {
    const { run, printed } = begin(join(tmpdir(), 'no such folder', 'report.txt'));
    run.listener.begin();
    run.listener.end();
    expect(await run.ended).toBe(1);
    expect(printed.at(-1)).toContain('The report could not be written');
  });

  it('exits with 1 when the page does not begin', async () => {
    const { run, printed } = begin();
    await vi.advanceTimersByTimeAsync(SELF_CHECK_TIMES.begins);
    expect(await run.ended).toBe(1);
    expect(printed).toEqual([
      'not ok  Starting the page (… ms): The page did not begin within a minute.',
      '0 of 1 parts work.',
    ]);
  });

  it('exits with 1 when the page falls silent, and takes no line after its end', async () => {
    const { run, printed } = begin();
    run.listener.begin();
    await vi.advanceTimersByTimeAsync(SELF_CHECK_TIMES.silent);
    expect(await run.ended).toBe(1);
    run.listener.tries('memory');
    run.listener.say({ name: 'Painting a mask', milliseconds: 12 });
    run.fail('Keeping the window', 'It crashed.');
    expect(printed.at(-1)).toBe('1 of 2 parts work.');
    expect(printed).toHaveLength(3);
  });
});
