/** Presses Ctrl+C on a real terminal while a recipe runs, with a service that does not answer. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { CTRL_C, onPseudoTerminal, whyNoPseudoTerminal } from '../testing/pseudo-terminal.ts';
import { pictureFile } from '../testing/recipes.ts';
import { testFolder } from '../testing/test-folder.ts';

const source = (name: string) =>
  JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', name)).href);

const PROGRAM = `
import { startScriptedBackend } from ${source('testing/scripted-backend.ts')};
import { readStartOrder } from ${source('terminal/start-order.ts')};
import { runRecipeOrder } from ${source('terminal/run-recipe.ts')};
import { processTerminal } from ${source('terminal/terminal.ts')};
const folder = process.argv[2];
const { fixture } = await startScriptedBackend({
  folder,
  script: () => console.log('a call has left'), // and is not answered
});
await fixture.client().recipes.save({
  name: 'Clean',
  steps: [{ kind: 'remove-text', detail: 'full', where: 'whole' }],
});
const { recipe } = readStartOrder(['--recipe=Clean', 'in', '--to', 'out'], { folder });
const code = await runRecipeOrder({
  order: recipe,
  folder,
  terminal: processTerminal(process),
  openBackend: () => Promise.resolve(fixture.backend()),
});
process.exit(code);
`;

let folder = '';
beforeEach(async (context) => {
  const reason = whyNoPseudoTerminal();
  if (reason !== undefined) context.skip(reason);
  folder = testFolder();
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await pictureFile(join(folder, 'in'), 'one.png', { width: 60, height: 40 });
});

describe('Ctrl+C on a terminal while a recipe runs', () => {
  it('pauses at the first, and aborts the pending call at the second', async () => {
    const program = [process.execPath, join(folder, 'program.mjs'), folder];
    await using terminal = onPseudoTerminal(program, { cwd: folder });
    await expect.poll(terminal.output).toContain('Run it on 1 file? [y/N]');
    terminal.type('y\r');
    await expect.poll(terminal.output).toContain('a call has left');
    terminal.type(CTRL_C);
    const waits = 'Waiting for calls already sent. Press Ctrl+C again to end at once.';
    await expect.poll(terminal.output).toContain(waits);
    expect(terminal.output()).not.toContain('The run is paused.');
    terminal.type(CTRL_C);
    expect(await terminal.ended).toBe(130);
    expect(terminal.output()).toContain('The run is paused.');
  });
});
