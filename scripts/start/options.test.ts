import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStartOptions } from './options.ts';

describe('the options of npm start', () => {
  it('hand pictures to either host, by their absolute path', () => {
    const options = readStartOptions(['--data-dir', '/d', 'a photo.png', '/b.jpg']);
    expect(options).toEqual({
      host: 'automatic',
      browserArguments: ['--data-dir', '/d', resolve('a photo.png'), '/b.jpg'],
      electronArguments: ['--data-dir=/d', resolve('a photo.png'), '/b.jpg'],
    });
  });

  it('name what they do not know', () => {
    expect(() => readStartOptions(['--open'])).toThrow('--open');
    expect(() => readStartOptions(['--host', 'both'])).toThrow('“both”');
  });

  it('hand an order for a recipe to either host, with absolute paths', () => {
    const given = ['--host', 'browser', '--recipe', 'Shop “XL” 🦊', 'in', '--to', 'out'];
    const handedOn = [
      '--recipe=Shop “XL” 🦊',
      `--to=${resolve('out')}`,
      '--yes',
      '--limit=5',
      '--',
      resolve('in'),
    ];
    expect(readStartOptions([...given, '--yes', '--limit', '5.00'])).toEqual({
      host: 'browser',
      browserArguments: handedOn,
      electronArguments: handedOn,
    });
    expect(() => readStartOptions(['--recipe', 'Shop', 'in'])).toThrow('--to needs');
  });
});
