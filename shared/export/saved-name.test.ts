import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namePatternProblem } from './name-pattern.ts';
import { savedName } from './saved-name.ts';

const SIZE = { width: 4000, height: 3000 };

describe('the name of a saved picture', () => {
  it('keeps the additions of the pattern, however long the photo’s name is', () => {
    const name = `${'🙂'.repeat(200)}.jpg`;
    const saved = savedName({ ...SIZE, name }, 'png', { namePattern: '{name}_final {width}' });
    expect(saved).toMatch(/^🙂+_final 4000\.png$/u);
    expect(Buffer.byteLength(saved)).toBeLessThanOrEqual(240);
    expect(savedName({ ...SIZE, name: 'a.b.jpg' }, 'jpeg', { namePattern: '{name} v1.2' })).toBe(
      'a.b v1.2.jpg',
    );
  });

  it('is the one that the user entered, word for word', () => {
    const photo = { ...SIZE, name: 'a.jpg' };
    expect(savedName(photo, 'tiff', { name: 'for print {name} v1.2' })).toBe(
      'for print {name} v1.2.tif',
    );
    expect(savedName(photo, 'psd', { name: '../secret' })).toBe('secret.psd');
  });

  it('is valid on every file system, for any name and pattern', () => {
    const patterns = fc
      .array(fc.constantFrom('{name}', '{date}', '🙂', '.', ' ', 'con', '_', 'ü'.repeat(20)), {
        maxLength: 12,
      })
      .map((parts) => parts.join(''))
      .filter((pattern) => namePatternProblem(pattern) === undefined);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), patterns, (name, pattern) => {
        const saved = savedName({ ...SIZE, name }, 'png', { namePattern: pattern });
        // oxlint-disable-next-line no-control-regex -- that none is left is what is tested
        expect(saved).not.toMatch(/[\u0000-\u001f<>:"/\\|?*]|^\s/u);
        expect(saved).toMatch(/[^. ]\.png$/u);
        expect(Buffer.byteLength(saved)).toBeLessThan(255);
      }),
      { numRuns: 1000 },
    );
  });
});
