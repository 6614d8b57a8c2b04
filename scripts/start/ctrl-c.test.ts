/**
 * Presses Ctrl+C under `npm start` on a real terminal, with a program in Electron's place that
 * counts the signals.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { RUNNING_LINE } from '../../electron/host/running-line.ts';
import {
  CTRL_C,
  onPseudoTerminal,
  whyNoPseudoTerminal,
  type PseudoTerminal,
} from '../../electron/testing/pseudo-terminal.ts';
import { testFolder } from '../../electron/testing/test-folder.ts';

/** Counts signals; ends with the word that is typed. */
const STAND_IN = `
const counts = { SIGINT: 0, SIGTERM: 0, SIGHUP: 0 };
for (const signal of Object.keys(counts)) {
  process.on(signal, () => console.log('Electron has ' + signal + ' ' + ++counts[signal]));
}
let typed = '';
process.stdin.on('data', (text) => {
  typed += text;
  if (!typed.includes('count')) return;
  console.log('in all', JSON.stringify(counts));
  process.exit(0);
});
console.log(${JSON.stringify(RUNNING_LINE)});
`;

const PARENT = `
import { runElectron } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'run-electron.ts')).href)};
const running = runElectron(process.execPath, [process.argv[2]]);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => console.log('npm start has', signal));
}
console.log('npm start is ' + process.pid);
const end = await running;
console.log('ended: ' + end.kind + ' ' + end.code);
process.exit(end.code);
`;

let folder = '';
beforeEach(() => {
  folder = testFolder();
});

/** Skips the tests where there is none. */
beforeEach((context) => {
  const reason = whyNoPseudoTerminal();
  if (reason !== undefined) context.skip(reason);
});

async function started(standIn: string): Promise<PseudoTerminal> {
  const [parent, child] = [join(folder, 'parent.mjs'), join(folder, 'stand-in.mjs')];
  await writeFile(parent, PARENT);
  await writeFile(child, standIn);
  const terminal = onPseudoTerminal([process.execPath, parent, child]);
  await expect.poll(terminal.output).toContain(RUNNING_LINE);
  return terminal;
}

describe('Ctrl+C in npm start', () => {
  it('reaches Electron once, and is not sent again by npm start, which outlives it', async () => {
    await using terminal = await started(STAND_IN);
    terminal.type(CTRL_C);
    await expect.poll(terminal.output).toContain('npm start has SIGINT');
    await expect.poll(terminal.output).toContain('Electron has SIGINT 1');
    terminal.type('count\n');
    await expect.poll(terminal.output).toContain('in all {"SIGINT":1,"SIGTERM":0,"SIGHUP":0}');
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('ended: ended 0');
  });

  it('ends an Electron that ignores the first at once, with the code of a shell', async () => {
    // as Electron: the first is an order to quit in order, the second has the system's own meaning
    await using terminal = await started(`
      process.once('SIGINT', () => console.log('Electron waits'));
      setInterval(() => undefined, 1000);
      console.log(${JSON.stringify(RUNNING_LINE)});
    `);
    terminal.type(CTRL_C);
    await expect.poll(terminal.output).toContain('Electron waits');
    expect(terminal.output()).not.toContain('ended:');
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'passes on %s when only npm start received it',
    async (signal) => {
      await using terminal = await started(STAND_IN);
      const pid = Number(/npm start is (\d+)/u.exec(terminal.output())?.[1]);
      process.kill(pid, signal);
      await expect.poll(terminal.output).toContain('Electron has SIGTERM 1');
      terminal.type('count\n');
      await expect.poll(terminal.output).toContain('in all {"SIGINT":0,"SIGTERM":1,"SIGHUP":0}');
    },
  );
});
