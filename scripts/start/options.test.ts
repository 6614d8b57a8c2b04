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
});
