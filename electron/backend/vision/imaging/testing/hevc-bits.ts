/** Bits of an HEVC stream, and as much of its arithmetic coder as blocks of plain samples need. */

/** Ranges of the less likely symbol in the highest quarter, for the first states (H.265, table 9-52). */
const LESS_LIKELY = [240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135, 128] as const;

export type BitWriter = ReturnType<typeof bitWriter>;

export function bitWriter() {
  const bits: number[] = [];
  let low = 0;
  let range = 510;
  let isFirst = true;
  let outstanding = 0;

  function u(count: number, value: number): void {
    for (let bit = count - 1; bit >= 0; bit--) bits.push(Math.floor(value / 2 ** bit) % 2);
  }

  function put(bit: number): void {
    if (isFirst) isFirst = false;
    else bits.push(bit);
    for (; outstanding > 0; outstanding--) bits.push(1 - bit);
  }

  function renormalise(): void {
    for (; range < 256; range *= 2, low *= 2) {
      if (low < 256) put(0);
      else if (low >= 512) {
        low -= 512;
        put(1);
      } else {
        low -= 256;
        outstanding += 1;
      }
    }
  }

  /** Zeros up to the next byte. */
  function align(): void {
    while (bits.length % 8 !== 0) bits.push(0);
  }

  return {
    bits,
    u,
    /** Exponential-Golomb. */
    ue(value: number): void {
      const length = Math.floor(Math.log2(value + 1));
      u(length, 0);
      u(length + 1, value + 1);
    },
    /** A one, then zeros up to the next byte. */
    stop(): void {
      bits.push(1);
      align();
    },
    align,
    /** The arithmetic coder begins anew. */
    startCoder(): void {
      low = 0;
      range = 510;
      isFirst = true;
      outstanding = 0;
    },
    /** One block that is not split. @param before blocks that were coded so before */
    codeWholeBlock(before: number): void {
      const less = LESS_LIKELY[before];
      if (less === undefined) throw new RangeError('There are too many blocks.');
      range -= less; // the likely symbol: its state moves on by one each time
      renormalise();
    },
    /** A symbol that ends the coder when it is true. */
    codeEnd(ends: boolean): void {
      range -= 2;
      if (!ends) return renormalise();
      low += range;
      range = 2;
      renormalise();
      put(Math.floor(low / 512) % 2);
      u(2, (Math.floor(low / 128) % 4) | 1);
    },
  };
}

/** A unit of the stream: its header, and no three bytes that look like a start code. */
export function toNal(type: number, { bits }: BitWriter): Buffer {
  const padded = [...bits];
  // parameter sets still lack their stop bit; a slice ends with it
  if (type >= 32) padded.push(1);
  while (padded.length % 8 !== 0) padded.push(0);
  const bytes: number[] = [type << 1, 1];
  let zeros = 0;
  for (let at = 0; at < padded.length; at += 8) {
    const byte = Number.parseInt(padded.slice(at, at + 8).join(''), 2);
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}
