/** The tokenizer gives every text back as it was, also when it is cut anywhere. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORPUS } from './corpus/index.ts';
import { createTokenizer } from './tokenizer.ts';

const TEXTS = CORPUS.map((passage) => passage.text);
const TOKENIZER = createTokenizer(TEXTS);

describe('the tokenizer', () => {
  it('gives every string back as it was, half surrogate pairs too', () => {
    const anyString = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
    const mixed = fc.oneof(anyString, fc.string({ unit: 'grapheme' }), fc.constantFrom(...TEXTS));
    fc.assert(
      fc.property(mixed, mixed, (left, right) => {
        const text = left + right;
        expect(TOKENIZER.decode(TOKENIZER.encode(text))).toBe(text);
      }),
    );
  });

  it('decodes any tokens to well-formed text as the standard decoder does', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = TOKENIZER.decode([...bytes]);
        expect(text).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }),
    );
  });

  it('gives the same characters wherever the bytes are split', () => {
    const bytes = Buffer.from('größe 良い 👩‍🎨');
    for (let at = 0; at <= bytes.length; at += 1) {
      const { push, end } = TOKENIZER.decoder();
      const parts = [bytes.subarray(0, at), bytes.subarray(at)].map((part) =>
        Array.from(part, push).join(''),
      );
      expect(parts.join('') + end()).toBe('größe 良い 👩‍🎨');
      expect(parts[0]).not.toContain('\u{FFFD}');
    }
  });

  it('has words of the corpus as single tokens, and ids that never change', () => {
    expect(TOKENIZER.encode(' photo')).toHaveLength(1);
    expect(TOKENIZER.encode(' 🎨')).toHaveLength(5);
    const again = createTokenizer(TEXTS);
    expect(again.encode(TEXTS.join(' '))).toEqual(TOKENIZER.encode(TEXTS.join(' ')));
    expect(TOKENIZER.size).toBeLessThan(8_192);
  });

  it('names each token in a way of its own', () => {
    const { size } = TOKENIZER;
    const labels = Array.from({ length: size }, (_none, id) => TOKENIZER.label(id));
    expect(new Set(labels).size).toBe(size);
    expect(labels[0xf0]).toBe('bytes:\\xf0');
    expect(labels[256]).toBe('<|end|>');
  });
});
