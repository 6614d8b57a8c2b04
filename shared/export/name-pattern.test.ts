import { describe, expect, it } from 'vitest';
import { fileNameProblem, nameByPattern, namePatternProblem } from './name-pattern.ts';

const FACTS = { name: 'Anna’s “best” 🙂', date: new Date(2026, 0, 5), width: 4000, height: 3000 };

describe('the name of a saved file', () => {
  it('follows the pattern', () => {
    expect(nameByPattern('{name}_cleanup', FACTS)).toBe('Anna’s “best” 🙂_cleanup');
    expect(nameByPattern('{date} {name} {width}x{height}', FACTS)).toBe(
      '2026-01-05 Anna’s “best” 🙂 4000x3000',
    );
  });

  it('keeps the name of a photo that looks like a placeholder or a replacement pattern', () => {
    expect(nameByPattern('{name}-{width}', { ...FACTS, name: '{width} $& $1' })).toBe(
      '{width} $& $1-4000',
    );
  });

  it('is refused with a message when it would be invalid', () => {
    expect(namePatternProblem('{name}_cleanup')).toBeUndefined();
    expect(namePatternProblem('for print')).toBeUndefined();
    expect(namePatternProblem('  ')).toMatch(/Enter a name/u);
    expect(namePatternProblem('{name}_{size}')).toMatch(/There is no \{size\}/u);
    expect(namePatternProblem('out/{name}')).toMatch(/can’t contain \//u);
    expect(namePatternProblem('x'.repeat(121))).toMatch(/at most 120/u);
    expect(fileNameProblem('for {print}')).toBeUndefined();
    expect(fileNameProblem(' ')).toMatch(/Enter a name/u);
    expect(fileNameProblem('a:b')).toMatch(/can’t contain :/u);
    expect(fileNameProblem('x'.repeat(201))).toMatch(/at most 200/u);
  });
});
