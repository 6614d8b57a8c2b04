import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../../../testing/test-folder.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { createKeychain, type KeychainEntry } from '../../service/vault/keychain.ts';
import { printedLine, readPrintedLine } from './report-lines.ts';
import type { Endurance } from './endurance.ts';
import { selfCheckProcedures } from './self-check.ts';

const works = () => Promise.resolve(undefined);
const ENDURANCE: Endurance = {
  copy: () => Promise.resolve('By VACUUM INTO.'),
  threads: works,
  helper: works,
  memory: works,
};
const INSTEAD = 'In a process instead.';
const createSelfCheck = (
  changes: Partial<HostPorts> = {},
  heading: readonly string[] = [],
  found: boolean[] = [],
) =>
  createRouterClient(
    selfCheckProcedures({ ...PORTS, ...changes }, heading, ENDURANCE, {
      note(isSafe) {
        found.push(isSafe);
        return isSafe ? undefined : INSTEAD;
      },
    }),
  );

/** A keychain in memory. @param isForgetful it gives nothing back */
function keychain(isForgetful = false) {
  const secrets = new Map<string, string>();
  const open = (_service: string, account: string): Promise<KeychainEntry> =>
    Promise.resolve({
      getPassword: () => Promise.resolve(isForgetful ? null : (secrets.get(account) ?? null)),
      setPassword: (secret) => Promise.resolve(void secrets.set(account, secret)),
      deleteCredential: () => Promise.resolve(secrets.delete(account)),
    });
  return { store: createKeychain({ openEntry: open }), secrets };
}

const nothing = {
  begin: () => undefined,
  tries: () => undefined,
  say: () => undefined,
  end: () => undefined,
};

const PORTS = {
  keychain: keychain().store,
  saveFile: () => Promise.resolve({ kind: 'cancelled' as const }),
};

async function all<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** A checking program that says these lines and ends. */
function saying(lines: readonly string[], code: number, killed: string[] = []) {
  return () => ({
    onLine(listener: (line: string) => void) {
      for (const line of lines) listener(line);
    },
    onEnd: (listener: (ended: number) => void) => listener(code),
    kill: () => void killed.push('killed'),
  });
}

describe('the self-check mode of the program', () => {
  it('S18 is closed outside a self-check', async () => {
    const check = createSelfCheck();
    for (const call of [
      () => check.begin(),
      () => check.end(),
      () => check.say({ name: 'A', milliseconds: 1 }),
      () => check.keychain(),
      () => check.endure({ part: 'memory' }),
    ])
      await expect(call()).rejects.toThrow(/started with --self-check/u);
  });

  it('writes to and reads from the keychain, and leaves nothing there', async () => {
    const { store, secrets } = keychain();
    await createSelfCheck({ keychain: store, selfCheck: nothing }).keychain();
    expect(secrets.size).toBe(0);
  });

  it('gives the reason when a keychain does not work', async () => {
    const none = createKeychain({ openEntry: () => Promise.reject(new Error('no bus')) });
    const absent = createSelfCheck({ keychain: none, selfCheck: nothing });
    await expect(absent.keychain()).rejects.toMatchObject({ kind: 'keychain' });
    const { store, secrets } = keychain(true);
    const forgetful = createSelfCheck({ keychain: store, selfCheck: nothing });
    await expect(forgetful.keychain()).rejects.toThrow(/lost a key/u);
    expect(secrets.size).toBe(0);
  });
});

describe('a self-check in its own process', () => {
  it('passes its lines on, then its end, and can be saved', async () => {
    const folder = testFolder();
    const path = join(folder, 'report.txt');
    const killed: string[] = [];
    const painting = 'ok  Painting a mask (12 ms)';
    const lines = [painting, 'Electron says: something', 'not ok  Keychain (1 ms): No.'];
    const check = createSelfCheck(
      {
        startSelfCheck: saying([...lines, '1 of 2 parts work.'], 1, killed),
        async saveFile({ write }) {
          await write(path);
          return { kind: 'saved', name: 'report.txt', path };
        },
      },
      ['Gesso 1.2.3'],
    );
    await expect(check.saveReport()).rejects.toMatchObject({ kind: 'not-found' });
    expect(await all(await check.run())).toEqual([
      { kind: 'line', line: { name: 'Painting a mask', milliseconds: 12 } },
      { kind: 'line', line: { name: 'Keychain', milliseconds: 1, problem: 'No.' } },
      { kind: 'end', isSound: false },
    ]);
    expect(killed).toEqual(['killed']);
    expect(await check.saveReport()).toEqual({ kind: 'saved', name: 'report.txt' });
    expect(await readFile(path, 'utf8')).toContain('Gesso 1.2.3\n\nok  Painting a mask (12 ms)\n');
  });

  it('names the previous part when it ends early', async () => {
    const check = createSelfCheck({ startSelfCheck: saying(['ok  Painting a mask (12 ms)'], 134) });
    const problem =
      'The program that checked itself ended after “Painting a mask”, with exit code 134.';
    expect(await all(await check.run())).toEqual([
      { kind: 'line', line: { name: 'Painting a mask', milliseconds: 12 } },
      { kind: 'line', line: { name: 'Going on to the end', milliseconds: 0, problem } },
      { kind: 'end', isSound: false },
    ]);
  });

  it.each([
    ['ended the program', ['trying memory'], 134, false],
    ['failed', ['trying memory', 'not ok  Memory (9 ms): No.', '0 of 1 parts work.'], 1, false],
    ['passed', ['trying memory', 'ok  Memory (9 ms)', '1 of 1 parts work.'], 0, true],
  ])('remembers that a thread without memory %s', async (_how, lines, code, isSafe) => {
    const found: boolean[] = [];
    let report = '';
    const check = createSelfCheck(
      {
        startSelfCheck: saying(['ok  Painting (1 ms)', ...lines], code),
        async saveFile({ write }) {
          const folder = testFolder();
          await write(join(folder, 'report.txt'));
          report = await readFile(join(folder, 'report.txt'), 'utf8');
          return { kind: 'cancelled' };
        },
      },
      [],
      found,
    );
    const news = await all(await check.run());
    await check.saveReport();
    expect(found).toEqual([isSafe]);
    const said = news.flatMap((each) => (each.kind === 'line' ? (each.line.problem ?? []) : []));
    expect(said.map((problem) => problem.endsWith(` ${INSTEAD}`))).toEqual(isSafe ? [] : [true]);
    expect(report.includes(INSTEAD)).toBe(!isSafe);
  });

  it('remembers nothing when it stops or ends before or after that part', async () => {
    const found: boolean[] = [];
    const broken = saying(['ok  Painting (1 ms)'], 134);
    await all(await createSelfCheck({ startSelfCheck: broken }, [], found).run());
    const passed = ['trying memory', 'ok  Memory (9 ms)', 'not ok  Keychain (1 ms): No.'];
    const later = saying(passed, 134);
    await all(await createSelfCheck({ startSelfCheck: later }, [], found).run());
    expect(found).toEqual([true]);
    let end: (code: number) => void = () => undefined;
    const begun = Promise.withResolvers<void>();
    const stopped = createSelfCheck(
      {
        startSelfCheck: () => ({
          onLine: (listener) => listener('trying memory'),
          onEnd(listener) {
            end = listener;
            begun.resolve();
          },
          kill: () => end(143),
        }),
      },
      [],
      found,
    );
    const controller = new AbortController();
    const running = all(await stopped.run(undefined, { signal: controller.signal }));
    await begun.promise;
    controller.abort();
    await running;
    expect(found).toEqual([true]);
  });
});

it('parses a printed line back to the same value', () => {
  const lines = [
    { name: 'Painting a mask (all)', milliseconds: 12 },
    { name: 'Copying', milliseconds: 3, note: 'By VACUUM INTO.' },
    { name: 'Keychain', milliseconds: 0, problem: 'It says: “no (1 ms): really”.' },
  ];
  expect(lines.map((line) => readPrintedLine(printedLine(line)))).toEqual(lines);
  for (const other of ['', 'ok', 'ok  A', 'not ok  A (1 ms)', '2 of 3 parts work.']) {
    expect(readPrintedLine(other), other).toBeUndefined();
  }
});
