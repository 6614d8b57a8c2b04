import { describe, expect, it } from 'vitest';
import { nextEntry, readEntryBytes, tarHeader, tarPadding, type TarEntry } from './tar.ts';

const AT = Date.UTC(2026, 10, 26);

/** Reads what was written, in chunks of a size that no block has. */
function readerOf(bytes: Buffer) {
  async function* chunks(): AsyncGenerator<Buffer, void, void> {
    for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
  }
  return readEntryBytes(chunks());
}

const read = (entry: TarEntry) => nextEntry(readerOf(tarHeader(entry, AT)));

describe('an entry of an archive', () => {
  it.each([99, 100, 101, 255, 512, 513, 4096])('keeps a name of %i bytes', async (length) => {
    const name = `files/${'n'.repeat(length - 6)}`;
    expect(await read({ name, byteLength: 7 })).toMatchObject({ name, byteLength: 7 });
  });

  it.each([0, 1, 8 ** 11 - 1, 8 ** 11, 8 ** 11 + 1, 5_000_000_000_000, Number.MAX_SAFE_INTEGER])(
    'keeps a size of %i bytes',
    async (byteLength) => {
      const name = 'files/large';
      expect(await read({ name, byteLength })).toMatchObject({ name, byteLength });
      const long = `files/${'n'.repeat(200)}`;
      expect(await read({ name: long, byteLength })).toMatchObject({ name: long, byteLength });
    },
  );

  it('writes sizes below 8 GB in octal, like every tar, and larger ones in base 256', () => {
    const sizeField = (byteLength: number) =>
      tarHeader({ name: 'a', byteLength }, AT).subarray(124, 136);
    expect(sizeField(8 ** 11 - 1).toString('latin1')).toBe('77777777777\0');
    expect(sizeField(8 ** 11).toString('hex')).toBe('800000000000000200000000');
  });

  it('is followed by the next one after its content and padding', async () => {
    const long = `files/${'n'.repeat(150)}`;
    const content = Buffer.from('seven b');
    const reader = readerOf(
      Buffer.concat([
        tarHeader({ name: long, byteLength: content.length }, AT),
        content,
        tarPadding(content.length),
        tarHeader({ name: 'next', byteLength: 0 }, AT),
      ]),
    );
    expect((await nextEntry(reader))?.name).toBe(long);
    expect(await reader.take(content.length)).toEqual(content);
    await reader.take(tarPadding(content.length).length);
    expect((await nextEntry(reader))?.name).toBe('next');
  });

  it('is refused with an invalid size, a changed header, or an endless name', async () => {
    const refused = (bytes: Buffer) =>
      expect(nextEntry(readerOf(bytes))).rejects.toMatchObject({ kind: 'damaged-file' });
    const huge = tarHeader({ name: 'a', byteLength: 8 ** 11 }, AT);
    huge.fill(0xff, 125, 136);
    await refused(summed(huge));
    const changed = tarHeader({ name: 'a', byteLength: 5 }, AT);
    changed.write('b', 0);
    await refused(changed);
    await refused(tarHeader({ name: 'n'.repeat(4097), byteLength: 0 }, AT));
    await refused(tarHeader({ name: 'n'.repeat(200), byteLength: 0 }, AT).subarray(0, 600));
  });
});

/** With the sum of its bytes, its own field as spaces. */
function summed(block: Buffer): Buffer {
  block.fill(0x20, 148, 156);
  const sum = block.reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
