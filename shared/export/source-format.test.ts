import { expect, it } from 'vitest';
import { exportFormatOf } from './source-format.ts';

const PLAIN = { depth: 8, hasAlpha: false } as const;

it.each(['png', 'jpeg', 'webp', 'tiff'] as const)('keeps the format of a %s', (format) => {
  expect(exportFormatOf('source', { ...PLAIN, format })).toBe(format);
});

it('converts a read-only format to one without visible loss', () => {
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif' })).toBe('jpeg');
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif', hasAlpha: true })).toBe('png');
  expect(exportFormatOf('source', { ...PLAIN, format: 'heif', depth: 16 })).toBe('png');
  expect(exportFormatOf('source', { ...PLAIN, format: 'gif' })).toBe('png');
});

it('keeps a format that the user selected', () => {
  expect(exportFormatOf('psd', { ...PLAIN, format: 'jpeg' })).toBe('psd');
});
