import { HASH_BITS } from '../../vision/imaging/reading/training-facts.ts';

const NEAR = {
  /** Differing bits of 128: another size or quality changes a few, another picture about half. */
  mostDifferent: 10,
  /** Colour difference of a quadrant, of 255. */
  mostColour: 24,
  /** A hash with fewer or more set bits is flat (a single colour, a gradient) and is ignored. */
  leastSet: 12,
} as const;

/** 32 bits each. */
const WORDS = HASH_BITS / 32;

interface KnownPicture {
  readonly id: number;
  readonly words: Int32Array;
  readonly colours: Uint8Array;
}

export function createNearDuplicates() {
  const known: KnownPicture[] = [];
  return {
    /** Adds a picture without a search for its duplicates. */
    know(id: number, hash: Uint8Array): void {
      const picture = pictureOf(id, hash);
      if (!isFlat(picture)) known.push(picture);
    },
    /**
     * Returns the earliest similar picture, if any. @param counts whether an earlier one still exists
     */
    add(
      id: number,
      hash: Uint8Array,
      counts: (id: number) => boolean = () => true,
    ): number | undefined {
      const picture = pictureOf(id, hash);
      if (isFlat(picture)) return undefined;
      const found = known.find(
        (other) => other.id !== id && isNear(picture, other) && counts(other.id),
      );
      known.push(picture);
      return found?.id;
    },
  };
}

function pictureOf(id: number, hash: Uint8Array): KnownPicture {
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  const words = Int32Array.from({ length: WORDS }, (_, index) => view.getInt32(index * 4, true));
  return { id, words, colours: hash.slice(WORDS * 4) };
}

function isNear(a: KnownPicture, b: KnownPicture): boolean {
  let different = 0;
  for (let index = 0; index < WORDS; index++) {
    different += bitsIn((a.words[index] ?? 0) ^ (b.words[index] ?? 0));
    if (different > NEAR.mostDifferent) return false;
  }
  return a.colours.every(
    (value, index) => Math.abs(value - (b.colours[index] ?? 0)) <= NEAR.mostColour,
  );
}

function isFlat({ words }: KnownPicture): boolean {
  const set = words.reduce((sum, word) => sum + bitsIn(word), 0);
  return set < NEAR.leastSet || set > HASH_BITS - NEAR.leastSet;
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
