import { array, assert, property, integer, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenAligner, isPartOfCharacter } from './token-aligner.ts';

const of = (token: string) => ({ token, logprob: -1, alternatives: [] });

/** The text that each placed token covers. */
function cover(text: string, tokens: readonly string[], aligner = createTokenAligner()) {
  return aligner
    .add(text, tokens.map(of))
    .map((placed) => [text.slice(placed.from, placed.to), placed.tokens.map(({ token }) => token)]);
}

describe('token positions', () => {
  it('follow from joining tokens: emoji, Thai, Arabic, digits, equal neighbours', () => {
    const tokens = ['👩‍🎨', ' สวัสดี', ' مرحبا', ' 1', '2', '20', ' a', ' a'];
    const text = tokens.join('');
    expect(cover(text, tokens)).toEqual(tokens.map((token) => [token, [token]]));
  });

  it('join the bytes of one character', () => {
    const tokens = [
      'a ',
      String.raw`bytes:\xf0`,
      String.raw`bytes:\x9f\x8e`,
      String.raw`bytes:\xa8`,
      '!',
    ];
    expect(cover('a 🎨!', tokens)).toEqual([
      ['a ', ['a ']],
      ['🎨', tokens.slice(1, 4)],
      ['!', ['!']],
    ]);
  });

  it('locate a character behind replacement signs by the next token', () => {
    expect(cover('x好 y', ['x', '\u{FFFD}', '\u{FFFD}', ' y'])).toEqual([
      ['x', ['x']],
      ['好', ['\u{FFFD}', '\u{FFFD}']],
      [' y', [' y']],
    ]);
  });

  it('keep tokens without text next to the following one', () => {
    expect(cover('ab', ['a', '', 'b'])).toEqual([
      ['a', ['a']],
      ['b', ['', 'b']],
    ]);
  });

  it('wait for text that a service holds back', () => {
    const aligner = createTokenAligner();
    expect(aligner.add('He', [of('Hello'), of(' you')])).toEqual([]);
    expect(aligner.add('llo you', []).map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [5, 9],
    ]);
    expect(aligner.isAligned).toBe(true);
  });

  it('end where tokens and text disagree, and say so', () => {
    const aligner = createTokenAligner();
    expect(cover('good bad good', ['good', ' evil'], aligner)).toEqual([['good', ['good']]]);
    expect(aligner.isAligned).toBe(false);
    expect(aligner.add(' more', [of(' more')])).toEqual([]);
  });

  it('are equal however the stream is chunked', () => {
    assert(
      property(
        array(string({ minLength: 1 }), { maxLength: 20 }),
        array(integer({ min: 0, max: 40 })),
        (tokens, cuts) => {
          const text = tokens.join('');
          const aligner = createTokenAligner();
          const placed = [];
          let [from, sent] = [0, 0];
          for (const cut of [...cuts.toSorted((a, b) => a - b), text.length]) {
            const to = Math.max(from, Math.min(cut, text.length));
            const share = tokens.slice(
              sent,
              Math.ceil((to / Math.max(1, text.length)) * tokens.length),
            );
            placed.push(...aligner.add(text.slice(from, to), share.map(of)));
            [from, sent] = [to, sent + share.length];
          }
          placed.push(...aligner.add('', tokens.slice(sent).map(of)));
          const words = tokens.filter((token) => !isPartOfCharacter(token));
          if (words.length === tokens.length) {
            expect(placed.map((each) => text.slice(each.from, each.to))).toEqual(tokens);
          }
        },
      ),
    );
  });
});
