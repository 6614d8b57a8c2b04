import { expect, it } from 'vitest';
import { describeFile } from './saved-format.ts';

const PLAIN = { depth: 8, hasAlpha: false } as const;
const DEEP = { depth: 16, hasAlpha: true } as const;

it('a lossless format says that pixels are unchanged, unless depth is lost', () => {
  for (const format of ['png', 'tiff'] as const) {
    expect(describeFile(format, false, DEEP)).toContain('stay identical');
    expect(describeFile(format, false, DEEP)).not.toContain('8 of 16 bits');
  }
  expect(describeFile('webp', true, PLAIN)).toContain('stay identical');
  expect(describeFile('webp', true, DEEP)).not.toContain('stay identical');
});

it('names each loss of a format', () => {
  expect(describeFile('jpeg', false, DEEP)).toContain('Transparent areas become white');
  for (const format of ['jpeg', 'webp'] as const) {
    expect(describeFile(format, false, DEEP), format).toContain('8 of 16 bits');
  }
  for (const format of ['ora', 'psd'] as const) {
    expect(describeFile(format, false, DEEP), format).not.toContain('8 of 16 bits');
  }
});
