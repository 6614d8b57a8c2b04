import { expect, it } from 'vitest';
import { exportFormatOf } from './source-format.ts';

const PLAIN = { depth: 8, hasAlpha: false } as const;

it.each(['png', 'jpeg', 'webp', 'tiff'] as const)('a %s stays one', (format) => {
  expect(exportFormatOf('source', { ...PLAIN, format })).toBe(format);
});

it('a format that is only read becomes one that loses nothing that can be seen', () => {
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif' })).toBe('jpeg');
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif', hasAlpha: true })).toBe('png');
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif', depth: 16 })).toBe('png');
  expect(exportFormatOf('source', { ...PLAIN, format: 'gif' })).toBe('png');
});

it('a format that the user selected is kept', () => {
  expect(exportFormatOf('psd', { ...PLAIN, format: 'jpeg' })).toBe('psd');
});
