import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRecipeOrder, readRecipeOrder } from './recipe-order.ts';

const FOLDER = resolve('/work here');
const read = (...given: readonly string[]) => readRecipeOrder(given, FOLDER);

describe('an order for a recipe', () => {
  it('is one by its option, not by the name of a file', () => {
    expect(isRecipeOrder(['--recipe', 'Shop'])).toBe(true);
    expect(isRecipeOrder(['--recipe=Shop'])).toBe(true);
    expect(isRecipeOrder(['--', '--recipe'])).toBe(false);
    expect(isRecipeOrder(['--recipes', '/a.png'])).toBe(false);
  });

  it('takes any name, and paths from the folder it was given in', () => {
    const name = `"Shop" 'n' “Go” 🦊 --to $HOME`;
    expect(
      read('--recipe', name, 'a b.png', '/c.png', '--to', 'out', '--yes', '--limit', '5.05'),
    ).toEqual({
      recipe: name,
      files: [resolve(FOLDER, 'a b.png'), resolve('/c.png')],
      to: resolve(FOLDER, 'out'),
      isAnswered: true,
      limit: 50_500,
      dataFolder: undefined,
    });
    expect(read('--recipe=R', '--to=/o', '--', '--yes')).toMatchObject({
      isAnswered: false,
      files: [resolve(FOLDER, '--yes')],
    });
  });

  it.each([
    [['--recipe', ' ', 'a.png', '--to', 'o'], 'name of a recipe'],
    [['--recipe', 'R', '--to', 'o'], 'There are no files'],
    [['--recipe', 'R', 'a.png'], '--to needs the folder'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--yes'], '--yes needs --limit'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit', '-1'], '--limit'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit', '5,00'], 'not “5,00”'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--limit', '0.00001'], 'not “0.00001”'],
    [['--recipe', 'R', 'a.png', '--to', 'o', '--port', '1'], '--port'],
  ])('that is wrong says so: %j', (given, message) => {
    expect(() => read(...given)).toThrow(message);
    expect(() => read(...given)).toThrow('Usage: --recipe NAME');
  });
});
