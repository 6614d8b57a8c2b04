/** The tokens that may come next. */
import { describe, expect, it } from 'vitest';
import { readLibrary } from './library.ts';
import { MODELS, findModel } from './models.ts';

const { tokenizer, predict } = readLibrary();
const SKILLS = MODELS.flatMap(({ id }) => findModel(id)?.skill ?? []);

describe('the library', () => {
  it.each(['Once upon a time', 'A zebra that nobody drew', '写真', ''])(
    'predicts some dozens of tokens after %j, whose weights add up to 1',
    (text) => {
      for (const skill of SKILLS) {
        const weights = [...predict(tokenizer.encode(text), skill).values()];
        expect(weights.length).toBeGreaterThan(20);
        expect(weights.length).toBeLessThan(150);
        expect(Math.min(...weights)).toBeGreaterThan(0);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
      }
    },
  );

  it('goes on as its texts do', () => {
    for (const skill of SKILLS) {
      const weights = predict(tokenizer.encode('Once upon a'), skill);
      const [likeliest] = [...weights].sort((a, b) => b[1] - a[1]);
      expect(tokenizer.label(likeliest?.[0] ?? 0)).toBe(' time');
    }
  });
});
