import { expect, it } from 'vitest';
import { documentTitle } from './document-title.ts';

it('names a document by its first words, without cutting an emoji in half', () => {
  expect(documentTitle({ name: 'Ideas', excerpt: 'A' })).toBe('Ideas');
  expect(documentTitle({ name: '', excerpt: '' })).toBe('Empty document');
  expect(documentTitle({ name: '', excerpt: `${'x'.repeat(59)}🌊` })).toBe('x'.repeat(59));
});
