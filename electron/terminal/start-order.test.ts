import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toAppError } from '../../shared/errors/app-error.ts';
import { testFolder } from '../testing/test-folder.ts';
import { electronArguments, readStartOrder } from './start-order.ts';

const folder = testFolder();
for (const name of ['a photo.png', 'b.jpg']) writeFileSync(join(folder, name), 'x');

const read = (...given: readonly string[]) => readStartOrder(given, { folder });
const readAsProgram = (...given: readonly string[]) =>
  readStartOrder(given, { folder, isProgram: true });
const at = (name: string) => join(folder, name);

function refusal(readIt: () => unknown): { readonly kind: string; readonly message: string } {
  try {
    readIt();
  } catch (error) {
    return toAppError(error);
  }
  throw new Error('It was not refused.');
}

describe('the command line of a window', () => {
  it('takes values after a space or =, and paths relative to the current folder', () => {
    const spaced = read('--data-dir', 'lib', 'a photo.png', at('b.jpg'), '--port', '7');
    expect(spaced).toMatchObject({
      host: 'browser',
      dataFolder: at('lib'),
      pictures: [at('a photo.png'), at('b.jpg')],
      port: 7,
      recipe: undefined,
    });
    expect(read('--data-dir=lib', 'a photo.png', at('b.jpg'), '--port=7')).toEqual(spaced);
    const check = readAsProgram('--self-check', '--report', 'r 1.txt');
    expect(check).toMatchObject({ checksItself: true, report: at('r 1.txt') });
    expect(readAsProgram('--report=r 1.txt', '--self-check')).toEqual(check);
  });

  it('reaches Electron with absolute paths, and is parsed there to the same', () => {
    const given = ['--data-dir', 'l', '--self-check', '--report', 'r', '--disable-gpu', 'b.jpg'];
    const order = read(...given);
    expect(electronArguments(order)).toEqual([
      '--disable-gpu',
      `--data-dir=${at('l')}`,
      '--self-check',
      `--report=${at('r')}`,
      at('b.jpg'),
    ]);
    const elsewhere = { folder: '/', isProgram: true };
    expect(readStartOrder(electronArguments(order), elsewhere)).toEqual(order);
  });

  it.each([
    '--ozone-platform=x11',
    '--disable-gpu',
    '--force_high_performance_gpu',
    '--proxy-server=http=a:1',
    '-psn_0_12345',
  ])('lets %s of Chromium pass in the program', (given) => {
    expect(readAsProgram(given, 'b.jpg')).toMatchObject({
      switches: [given],
      pictures: [at('b.jpg')],
    });
  });

  it.each([
    [['--data-dri', '/x'], 'Gesso doesn’t know the option --data-dri.'],
    [['--datadir=/x'], 'Gesso doesn’t know the option --datadir.'],
    [['--recipes=A', 'b.jpg'], 'Gesso doesn’t know the option --recipes.'],
    [['--data-dir='], '--data-dir needs a folder.'],
    [['--data-dir', ''], '--data-dir needs a folder.'],
    [['--data-dir', '--self-check'], '--data-dir needs a folder.'],
    [['--self-check', '--report='], '--report needs the name of a file.'],
    [['--self-check=yes'], '--self-check takes no value.'],
    [['--report', 'r'], '--report works only with --self-check.'],
    [['--to', 'o', 'b.jpg'], '--to works only with --recipe.'],
    [['--limit', '5'], '--limit works only with --recipe.'],
  ])('reports a wrong one for every host: %j', (given, message) => {
    for (const readIt of [read, readAsProgram]) {
      const refused = refusal(() => readIt(...given));
      expect(refused.kind).toBe('invalid-input');
      expect(refused.message).toBe(`${message}\n“--help” lists the options.`);
    }
  });

  it.each([
    [['--host', 'both'], 'not “both”'],
    [['--host=electron', '--no-open'], 'only with --host browser'],
    [['--port', '65536'], '--port must be a number'],
    [['--port', 'x'], 'not “x”'],
    [['--answer-timeout', '0'], '--answer-timeout must be'],
    [['--answer-timeout', '3000000'], '--answer-timeout must be'],
    [['-h'], 'the option -h'],
  ])('reports a wrong one of npm start: %j', (given, message) => {
    expect(refusal(() => read(...given)).message).toContain(message);
  });

  it('has no options to select a host in the program', () => {
    for (const given of ['--host=browser', '--port=1', '--no-open', '--answer-timeout=1']) {
      expect(() => readAsProgram(given), given).toThrow('doesn’t know the option');
    }
  });

  it('shows help whenever asked, whatever else it contains', () => {
    expect(read('--help', '--to', 'x').isHelp).toBe(true);
    expect(readAsProgram('--recipe=R', '--help')).toMatchObject({ isHelp: true });
  });
});

describe('the command line of a recipe', () => {
  it('is recognised by its option, not by the name of a file', () => {
    expect(read('--', '--recipe')).toMatchObject({ recipe: undefined });
    expect(read('--recipe=Shop', 'in', '--to=o').recipe).toMatchObject({ recipe: 'Shop' });
  });

  it('S29 takes any name, and paths relative to the current folder', () => {
    const name = `"Shop": 'n' “Go” 🦊 --to $HOME`;
    const given = ['a b.png', '/c.png', '--to', 'out', '--yes', '--limit', '5.05'];
    expect(read('--recipe', name, ...given).recipe).toEqual({
      recipe: name,
      files: [at('a b.png'), resolve('/c.png')],
      to: at('out'),
      isAnswered: true,
      limit: 50_500,
      dataFolder: undefined,
    });
    const { recipe } = read('--recipe=-R', '--to=/o', '--data-dir', 'd', '--', '--yes');
    expect(recipe).toMatchObject({
      recipe: '-R',
      isAnswered: false,
      files: [at('--yes')],
      dataFolder: at('d'),
    });
  });

  it('reaches Electron with absolute paths, and is parsed there to the same', () => {
    const given = ['--host', 'browser', '--recipe', 'Shop: “XL” 🦊', 'in', '--to', 'out'];
    const order = read(...given, '--yes', '--limit', '5.00', '--data-dir', 'd');
    expect(order.host).toBe('browser');
    const handedOn = electronArguments(order);
    expect(handedOn).toEqual([
      `--data-dir=${at('d')}`,
      '--recipe=Shop: “XL” 🦊',
      `--to=${at('out')}`,
      '--yes',
      '--limit=5',
      '--',
      at('in'),
    ]);
    const { recipe } = readStartOrder(handedOn, { folder: '/', isProgram: true });
    expect(recipe).toEqual(order.recipe);
  });

  it.each([
    [['--recipe', 'R', '--to', 'o'], 'There are no files'],
    [['--recipe', 'R', 'a.png'], '--to needs the folder'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--yes'], '--yes needs --limit'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit=-1'], 'not “-1”'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit', '5,00'], 'not “5,00”'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit', '0.00001'], 'not “0.00001”'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--port', '1'], '--port does not go with'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--self-check'], '--self-check does not go with'],
  ])('reports a wrong one: %j', (given, message) => {
    const refused = refusal(() => read(...given));
    expect(refused.message).toContain(message);
    expect(refused.message).toContain('Usage: --recipe=NAME');
  });

  it.each([[['--recipe', ' ', 'a.png']], [['--recipe']], [['--recipe=', 'a.png']]])(
    'requires a name: %j',
    (given) => {
      expect(() => read(...given, '--to', 'o')).toThrow('--recipe needs the name of a recipe.');
    },
  );
});
