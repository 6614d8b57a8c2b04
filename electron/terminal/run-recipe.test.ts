/** Runs recipes from a terminal with a real backend and a scripted service. */
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import type { RecipeStep } from '../../shared/contract/recipes.ts';
import { createBackendFixture, type BackendFixture } from '../testing/backend-fixture.ts';
import { startScriptedBackend } from '../testing/scripted-backend.ts';
import { pictureFile, saveStep } from '../testing/recipes.ts';
import {
  answerBody,
  refusal,
  type ReceivedCleanup,
  type ScriptedService,
} from '../testing/scripted-service.ts';
import { runRecipeOrder } from './run-recipe.ts';
import { readStartOrder } from './start-order.ts';
import { createFakeTerminal, type FakeTerminal } from './testing/fake-terminal.ts';

const SIZE = { width: 60, height: 40 };
const REMOVE: RecipeStep = { kind: 'remove-text', detail: 'full', where: 'whole' };
const NAME = `"Shop" 'n' “Go” 🦊`;

let service: ScriptedService;
let fixture: BackendFixture;
let close: () => Promise<void>;
let answer: (call: ReceivedCleanup) => Promise<void> | void;

beforeEach(async () => {
  close = () => Promise.resolve();
  answer = (call) => call.answerWith(200, answerBody(call.image));
  ({ service, fixture } = await startScriptedBackend({ script: (call) => answer(call) }));
  await client().settings.update({ imageCallsPerMinute: 1000 });
});

const client = () => fixture.client();
const place = (...names: readonly string[]) => join(fixture.folder, ...names);
const pictures = (...names: readonly string[]) =>
  Promise.all(names.map((name, index) => pictureFile(place('in'), name, SIZE, index + 1)));
const keep = (name: string, ...steps: readonly RecipeStep[]) =>
  client().recipes.save({ name, steps: [...steps] });

async function run(terminal: FakeTerminal, ...given: readonly string[]): Promise<number> {
  const { folder } = fixture;
  const { recipe } = readStartOrder(given, { folder });
  if (recipe === undefined) throw new Error('This is no order for a recipe.');
  return await runRecipeOrder({
    order: recipe,
    folder,
    terminal,
    openBackend: () => {
      const { router, recipes, whenIdle } = fixture.backend();
      return Promise.resolve({ router, recipes, whenIdle, close });
    },
  });
}

/** An order for the recipe “Clean”, which `withClean` has saved next to one picture. */
const CLEAN = ['--recipe', 'Clean', 'in', '--to', 'out'] as const;
async function withClean(): Promise<void> {
  await pictures('one.png');
  await keep('Clean', REMOVE);
}

const written = async () => (await readdir(place('out')).catch((): string[] => [])).toSorted();

it('prints one message without a connection', async () => {
  fixture = await createBackendFixture();
  await pictures('one.png');
  const terminal = createFakeTerminal('y');
  expect(await run(terminal, '--recipe', 'Ready for the web', 'in', '--to', 'out')).toBe(1);
  expect(terminal.said).toEqual([
    'Planning 1 file …',
    'No service is connected. Start practice or connect your account.',
  ]);
});

describe('a recipe from the terminal', () => {
  it('is planned, confirmed and run; walks a folder, and writes files to the given path', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    await pictures('one.png', 'sub/“two” 🦊.png');
    await writeFile(place('in', 'notes.txt'), 'no picture');
    await keep(NAME, REMOVE, saveStep({ when: 'accepted' }));
    const terminal = createFakeTerminal('y');
    expect(await run(terminal, '--recipe', NAME, 'in', '--to', 'out')).toBe(0);
    expect(terminal.said).toEqual([
      'Planning 2 files …',
      `Recipe: ${NAME}`,
      'Files: 2',
      'Calls: 2',
      'Cost: $0.04',
      'Run it on 2 files? [y/N] ',
      '2 files done. $0.04.',
    ]);
    const to = (name: string) => join('out', name);
    expect(terminal.printed.toSorted()).toEqual([
      `done: ${join('in', 'one.png')} → ${to('one_done.png')}`,
      `done: ${join('in', 'sub', '“two” 🦊.png')} → ${to('“two” 🦊_done.png')}`,
    ]);
    expect(await written()).toEqual(['one_done.png', '“two” 🦊_done.png']);
    // an ordinary run, for Tasks and Recipes
    expect(await client().recipes.runs()).toMatchObject([{ name: NAME, state: 'done' }]);

    // what an earlier run has written inside of the folder is not taken for new files
    const again = createFakeTerminal('no');
    await run(again, '--recipe', NAME, 'in', 'out', '--to', 'out');
    expect(again.said).toContain('Files: 2');
  });

  it('names each unreadable file by its path, and counts those of other kinds', async () => {
    await pictures('a/one.png', 'b/cut.png');
    for (const name of ['a/1.CR3', 'b/2.cr3', 'layers.psd', 'notes.txt', '@eaDir/one.png']) {
      await mkdir(place('in', name, '..'), { recursive: true });
      await writeFile(place('in', name), '8BPS');
    }
    await writeFile(place('in', 'b', 'cut.png'), 'no picture');
    await symlink(place('nowhere.png'), place('in', 'link.png'));
    await keep('Turn', { kind: 'crop', turn: 90, mirror: false });
    const terminal = createFakeTerminal('n');
    await run(terminal, '--recipe', 'Turn', 'in', 'in/layers.psd', '--to', 'out');
    const said = terminal.said.join('\n');
    expect(said).toContain(`“${join('in', 'link.png')}” was not read`);
    expect(said).toContain(`Left out: ${join('in', 'b', 'cut.png')}: Gesso can’t read this file.`);
    expect(said).toContain(
      `Left out: ${join('in', 'layers.psd')}: It’s a Photoshop document (PSD), which Gesso can’t read.`,
    );
    expect(said).toContain('Skipped: 3 files of other kinds: 2 CR3, 1 PSD');
    expect(said).toContain('Files: 1');
  });

  it('writes files even when the recipe has no step for it', async () => {
    await pictures('one.png');
    await keep('Turn', { kind: 'crop', turn: 90, mirror: false });
    const terminal = createFakeTerminal('y');
    expect(await run(terminal, '--recipe', 'turn', 'in/one.png', '--to', 'out')).toBe(0);
    const { width, height } = await sharp(await readFile(place('out', 'one.png'))).metadata();
    expect({ width, height }).toEqual({ width: 40, height: 60 });
  });

  it('sends nothing without the user’s consent', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    await withClean();
    const no = createFakeTerminal('');
    expect(await run(no, ...CLEAN)).toBe(1);
    expect(no.said.at(-1)).toBe('Nothing was sent.');
    const alone = createFakeTerminal();
    expect(await run(alone, ...CLEAN)).toBe(1);
    expect(alone.said.at(-1)).toMatch(/no terminal to ask on\. Add --yes and --limit/u);
    const low = createFakeTerminal();
    expect(await run(low, ...CLEAN, '--yes', '--limit', '0.01')).toBe(1);
    expect(low.said.at(-1)).toBe(
      'This costs $0.02, more than the limit of $0.01. Nothing was sent.',
    );
    expect(service.postCount()).toBe(0);
    expect(await written()).toEqual([]);
    expect(await run(createFakeTerminal(), ...CLEAN, '--yes', '--limit', '0.02')).toBe(0);
    expect(service.postCount()).toBe(1);
  });

  it('does not run within a limit when the price is unknown', async () => {
    await fixture.connectAccount();
    await withClean();
    const terminal = createFakeTerminal();
    expect(await run(terminal, ...CLEAN, '--yes', '--limit', '5.00')).toBe(1);
    expect(terminal.said.at(-1)).toMatch(/cost is unknown.*Nothing was sent/u);
    expect(service.postCount()).toBe(0);
  });

  it('asks again at a budget, and stays within it when it cannot ask', async () => {
    await fixture.connectAccount({ 'remove-text': 200 });
    const budget = {
      scope: 'all',
      period: 'day',
      amount: 100,
      counts: 'used',
      asks: true,
    } as const;
    await client().spendForecast.setBudgets({ budgets: [{ id: 'daily', ...budget }] });
    await withClean();
    const silent = createFakeTerminal();
    expect(await run(silent, ...CLEAN, '--yes', '--limit', '5.00')).toBe(1);
    expect(silent.said.at(-1)).toMatch(/over your budget.*Nothing was sent/u);
    expect(service.postCount()).toBe(0);
    expect(await run(createFakeTerminal('y', 'n'), ...CLEAN)).toBe(1);
    expect(service.postCount()).toBe(0);
    expect(await run(createFakeTerminal('y', 'y'), ...CLEAN)).toBe(0);
    expect(service.postCount()).toBe(1);
  });

  it('exits with 1 when a file failed or was left out, and completes the others', async () => {
    const [good = '', bad = ''] = await pictures('good.png', 'refused.png');
    await writeFile(place('in', 'broken.png'), 'no picture');
    await writeFile(place('in', 'notes.txt'), 'no picture either');
    await keep('Clean', REMOVE);
    const refused = (await sharp(bad).raw().toBuffer()).toString('base64');
    answer = async (call) => {
      const sent = (await sharp(call.image).raw().toBuffer()).toString('base64');
      if (sent === refused) call.answerWith(400, refusal(400, 'INVALID_IMAGE_FORMAT'));
      else call.answerWith(200, answerBody(call.image));
    };
    const terminal = createFakeTerminal('y');
    const files = [good, bad, 'in/broken.png', 'in/notes.txt'];
    expect(await run(terminal, '--recipe', 'Clean', ...files, '--to', 'out')).toBe(1);
    const lines = terminal.printed.toSorted().map((line) => line.split(':').slice(0, 2).join(':'));
    expect(lines).toEqual([
      `done: ${join('in', 'good.png')} → ${join('out', 'good.png')}`,
      `failed: ${join('in', 'refused.png')}`,
      `left out: ${join('in', 'broken.png')}`,
      `left out: ${join('in', 'notes.txt')}`,
    ]);
    expect(terminal.said.at(-1)).toMatch(/^1 file done, 1 failed, 1 left out\./u);
    expect(await written()).toEqual(['good.png']);
  });
});

describe('a terminal command that cannot run', () => {
  it('exits with 2 and the reason: no such recipe, file or folder', async () => {
    await withClean();
    const said = async (...given: readonly string[]) => {
      const terminal = createFakeTerminal('y');
      expect(await run(terminal, ...given)).toBe(2);
      return terminal.said.join('\n');
    };
    const unknown = await said('--recipe', 'Cleen', 'in', '--to', 'out');
    expect(unknown).toContain('There is no recipe “Cleen”. There are:\n  Clean\n');
    expect(await said('--recipe', 'Clean', 'gone.png', '--to', 'out')).toContain(
      `There is no file or folder “${place('gone.png')}”.`,
    );
    expect(await said('--recipe', 'Clean', 'in', '--to', 'in/one.png')).toContain('not a folder');
    await mkdir(place('locked'));
    await chmod(place('locked'), 0o500);
    if (process.getuid?.() !== 0) {
      expect(await said('--recipe', 'Clean', 'in', '--to', 'locked')).toContain('may not write');
    }
    await keep('Clean', REMOVE);
    expect(await said('--recipe', 'Clean', 'in', '--to', 'out')).toContain('Several recipes');
  });
});

describe('Ctrl+C', () => {
  const interrupting = () => {
    const fake = createFakeTerminal('y');
    answer = (call) => {
      fake.interrupt();
      call.answerWith(200, answerBody(call.image));
    };
    return fake;
  };

  it('pauses the run: waits for sent calls, sends no more, and can be resumed', async () => {
    await client().settings.update({ concurrentCalls: 1 });
    await pictures('one.png', 'two.png', 'three.png');
    await keep('Clean', REMOVE);
    const terminal = interrupting();
    expect(await run(terminal, ...CLEAN)).toBe(130);
    expect(terminal.said.at(-1)).toBe(
      'The run is paused. To continue, open Gesso and resume it under Recipes.',
    );
    const sent = service.postCount();
    expect(sent).toBeLessThan(3);
    const [paused] = await client().recipes.runs();
    expect(paused?.state).toBe('paused');
    answer = (call) => call.answerWith(200, answerBody(call.image));
    await client().recipes.resume({ runId: paused?.id ?? '' });
    await expect.poll(written).toHaveLength(3);
    expect(service.postCount()).toBe(3);
  });

  it('after the start hides no error behind “Nothing was sent”', async () => {
    await withClean();
    const terminal = interrupting();
    close = () => Promise.reject(new AppError('disk-full', 'The disk is full.'));
    expect(await run(terminal, ...CLEAN)).toBe(1);
    expect(terminal.said.at(-1)).toBe('The disk is full.');
  });

  it('while the recipe is planned sends nothing', async () => {
    await withClean();
    const terminal = createFakeTerminal('y');
    const tell = (line: string) => {
      terminal.tell(line);
      if (line.startsWith('Planning')) terminal.interrupt();
    };
    expect(await run({ ...terminal, tell }, ...CLEAN)).toBe(130);
    expect(terminal.said.at(-1)).toBe('Stopped. Nothing was sent.');
  });

  it('before the start sends nothing', async () => {
    await withClean();
    const terminal = createFakeTerminal('y');
    const ask = () => {
      terminal.interrupt();
      return Promise.resolve(undefined);
    };
    expect(await run({ ...terminal, ask }, ...CLEAN)).toBe(130);
    expect(terminal.said.at(-1)).toBe('Stopped. Nothing was sent.');
    expect(service.postCount()).toBe(0);
    expect(await client().recipes.runs()).toEqual([]);
  });
});
