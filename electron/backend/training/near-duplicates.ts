/** Finds pictures that look nearly the same, by the few bits that describe each. */

/** Numbers of this module. */
const NEAR = {
  /** Of 128 bits: another size or quality of the same picture changes a few, another picture about half. */
  mostDifferent: 10,
  /** A look with fewer or more set bits is flat (a single colour, a gradient) and says nothing. */
  leastSet: 12,
} as const;

/** See the file comment. */
export interface NearDuplicates {
  /** Adds one without looking for others. */
  know(id: number, look: Uint8Array): void;
  /**
   * The earliest picture that looks nearly like this one, `undefined` for none; then adds it.
   *
   * @param counts whether a picture that was added before is still one to compare with
   */
  add(id: number, look: Uint8Array, counts?: (id: number) => boolean): number | undefined;
}

export function createNearDuplicates(): NearDuplicates {
  const ids: number[] = [];
  const words: number[] = [];

  function keep(id: number, own: readonly number[]): void {
    ids.push(id);
    words.push(...own);
  }

  return {
    know(id, look) {
      const own = wordsOf(look);
      if (!isFlat(own)) keep(id, own);
    },
    add(id, look, counts = () => true) {
      const own = wordsOf(look);
      if (isFlat(own)) return undefined;
      let found: number | undefined;
      for (let index = 0; index < ids.length && found === undefined; index++) {
        let different = 0;
        for (let word = 0; word < own.length; word++) {
          different += bitsIn((words[index * own.length + word] ?? 0) ^ (own[word] ?? 0));
          if (different > NEAR.mostDifferent) break;
        }
        const other = ids[index];
        if (different > NEAR.mostDifferent || other === undefined || other === id) continue;
        if (counts(other)) found = other;
      }
      keep(id, own);
      return found;
    },
  };
}

function isFlat(own: readonly number[]): boolean {
  const set = own.reduce((sum, word) => sum + bitsIn(word), 0);
  return set < NEAR.leastSet || set > own.length * 32 - NEAR.leastSet;
}

/** 32 bits each. */
function wordsOf(look: Uint8Array): readonly number[] {
  const view = new DataView(look.buffer, look.byteOffset, look.byteLength);
  return Array.from({ length: look.byteLength >> 2 }, (_, index) => view.getInt32(index * 4, true));
}

function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
