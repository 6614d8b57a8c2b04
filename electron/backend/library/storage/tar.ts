/** POSIX ustar; sizes from 8 GB are in base 256, as in GNU tar. */
import { AppError } from '../../../../shared/errors/app-error.ts';

const BLOCK = 512;
const LONGEST_NAME = 100;
/** GNU tar's type of an entry with the next one's name. */
const LONG_NAME = 'L';

export interface TarEntry {
  readonly name: string;
  readonly byteLength: number;
}

/** A longer name gets an entry of its own. @param at ms */
export function tarHeader({ name, byteLength }: TarEntry, at: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length <= LONGEST_NAME) return header(bytes, byteLength, at, '0');
  return Buffer.concat([
    header(Buffer.from('../../storage/@LongLink'), bytes.length, at, LONG_NAME),
    bytes,
    tarPadding(bytes.length),
    header(bytes.subarray(0, LONGEST_NAME), byteLength, at, '0'),
  ]);
}

function header(name: Buffer, byteLength: number, at: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  name.copy(block);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  writeSize(block, byteLength);
  block.write(`${octal(Math.floor(at / 1000), 11)}\0`, 136);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  block.write(`${octal(sumOf(block), 6)}\0 `, 148);
  return block;
}

export function tarPadding(byteLength: number): Buffer {
  return Buffer.alloc((BLOCK - (byteLength % BLOCK)) % BLOCK);
}

export const TAR_END_BYTES: number = 2 * BLOCK;

export type ByteReader = ReturnType<typeof readEntryBytes>;

export function readEntryBytes(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function* pieces(length: number): AsyncGenerator<Buffer, void, void> {
    let left = length;
    while (left > 0) {
      if (rest.length === 0) {
        const next = await chunks.next();
        if (next.done === true) throw cutOff();
        rest = next.value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  return {
    pieces,
    /** @throws AppError `damaged-file` at the end of the stream */
    async take(length: number): Promise<Buffer> {
      const parts: Buffer[] = [];
      for await (const piece of pieces(length)) parts.push(piece);
      return Buffer.concat(parts);
    },
  };
}

/** Content and {@link tarPadding} follow. @throws AppError `damaged-file` */
export async function nextEntry(reader: ByteReader): Promise<TarEntry | undefined> {
  const found = await readHeader(reader);
  if (found?.type !== LONG_NAME) return found;
  if (found.byteLength > 4096) throw damaged();
  const name = (await reader.take(found.byteLength)).toString();
  await reader.take(tarPadding(found.byteLength).length);
  const entry = await readHeader(reader);
  if (entry === undefined) throw damaged();
  return { ...entry, name };
}

async function readHeader(
  reader: ByteReader,
): Promise<(TarEntry & { readonly type: string }) | undefined> {
  const block = await reader.take(BLOCK);
  if (block.every((byte) => byte === 0)) return undefined;
  const written = Number.parseInt(block.toString('latin1', 148, 154), 8);
  if (block.toString('latin1', 257, 262) !== 'ustar' || written !== sumOf(block)) throw damaged();
  const byteLength = readSize(block);
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) throw damaged();
  const name = block.toString('utf8', 0, LONGEST_NAME).replace(/\0.*$/su, '');
  return { name, byteLength, type: block.toString('latin1', 156, 157) };
}

export function cutOff(): AppError {
  return new AppError(
    'damaged-file',
    'This backup is cut off: its end is missing. Nothing was changed. Copy the file again, or select another one.',
  );
}

export function damaged(): AppError {
  return new AppError(
    'damaged-file',
    'This backup is damaged. Nothing was changed. Copy the file again, or select another one.',
  );
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function writeSize(block: Buffer, byteLength: number): void {
  if (byteLength < 8 ** 11) {
    block.write(`${octal(byteLength, 11)}\0`, 124);
    return;
  }
  block.writeUInt8(0x80, 124);
  block.writeBigUInt64BE(BigInt(byteLength), 128);
}

function readSize(block: Buffer): number {
  if (block.readUInt8(124) === 0x80) return Number(block.readBigUInt64BE(128));
  return Number.parseInt(block.toString('latin1', 124, 135), 8);
}

/** Checksum of a header, with its own field as spaces. */
function sumOf(block: Buffer): number {
  let sum = 0;
  for (let index = 0; index < BLOCK; index++) {
    sum += index >= 148 && index < 156 ? 0x20 : block.readUInt8(index);
  }
  return sum;
}
