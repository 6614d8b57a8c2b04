import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { photoName, safeStem, titleStem } from './file-names.ts';

const names = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc
    .array(fc.constantFrom('🙂', 'ü', 'a', '.', '-', ' ', '/', '\\', '\u0000', '\ud83d', 'con'), {
      maxLength: 300,
    })
    .map((parts) => parts.join('')),
);

describe('file names', () => {
  it('that are proposed are valid on every file system', () => {
    fc.assert(
      fc.property(names, (name) => {
        const stem = safeStem(name);
        // oxlint-disable-next-line no-control-regex -- that none is left is what is tested
        expect(stem).not.toMatch(/[\u0000-\u001f<>:"/\\|?*]|[. ]$|^[\s.-]/u);
        expect(stem.length).toBeGreaterThan(0);
        expect(stem.isWellFormed()).toBe(true);
        expect(Buffer.byteLength(stem)).toBeLessThanOrEqual(206);
        expect(encodeURIComponent(stem).length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
  });

  it('of photos are never empty, never too long and never lead out of the folder', () => {
    fc.assert(
      fc.property(names, (name) => {
        const kept = photoName(name);
        expect(kept.trim().length).toBeGreaterThan(0);
        expect(Array.from(kept).length).toBeLessThanOrEqual(200);
        expect(kept.isWellFormed()).toBe(true);
        expect(kept).not.toMatch(/[/\\]/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('begin with neither a dot nor a hyphen', () => {
    expect(['.htaccess', '-rf.png', ' -.a-bcdef'].map(safeStem)).toEqual([
      'htaccess',
      'rf',
      'a-bcdef',
    ]);
    expect(['..', '- -'].map(safeStem)).toEqual(['photo', 'photo']);
  });

  it('keep a dot in a title, which has no extension', () => {
    for (const title of ['Dr. Who', 'Letter of 3. May', 'Version 1.5'])
      expect(titleStem(title)).toBe(title);
    expect(['End.', 'con', 'a/b: c'].map(titleStem)).toEqual(['End', 'photo con', 'ab c']);
  });

  it('of devices are not proposed', () => {
    for (const name of ['con.png', 'NUL', 'com1.jpeg', 'lpt9.tar.gz']) {
      expect(safeStem(name)).toMatch(/^photo /u);
    }
    expect(safeStem('console.png')).toBe('console');
  });
});
