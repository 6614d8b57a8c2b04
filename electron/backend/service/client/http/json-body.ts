/** Its length is known before the first byte: services reject chunked uploads. */
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { FileOutline, outlineOf } from '../outline/outline.ts';
import { SOURCE_CHUNK_BYTES, type ByteSource } from './byte-source.ts';

/** Sent as base64. */
interface FileField {
  readonly file: ByteSource;
}

export type JsonBodyFields = readonly (readonly [
  name: string,
  value: { readonly json: unknown } | FileField,
])[];

export function jsonFields(values: Readonly<Record<string, unknown>>): JsonBodyFields {
  return Object.entries(values).map(([name, json]) => [name, { json }] as const);
}

export function createJsonBody(fields: JsonBodyFields): ByteSource {
  const pieces = piecesOf(fields);
  const byteLength = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : base64Length(piece.byteLength)),
    0,
  );
  return { byteLength, outline: outlineOfFields(fields), open: () => sendPieces(pieces) };
}

function outlineOfFields(fields: JsonBodyFields): ByteSource['outline'] {
  const shown = fields.map(
    ([name, value]) =>
      [name, 'file' in value ? new FileOutline(value.file.byteLength) : value.json] as const,
  );
  return outlineOf(Object.fromEntries(shown));
}

/** With padding. */
function base64Length(byteLength: number): number {
  return Math.ceil(byteLength / 3) * 4;
}

function piecesOf(fields: JsonBodyFields): readonly (Buffer | ByteSource)[] {
  const pieces: (Buffer | ByteSource)[] = [];
  let text = '{';
  fields.forEach(([name, value], index) => {
    text += `${index === 0 ? '' : ','}${JSON.stringify(name)}:`;
    if ('file' in value) {
      pieces.push(Buffer.from(`${text}"`), value.file);
      text = '"';
    } else {
      text += JSON.stringify(value.json);
    }
  });
  pieces.push(Buffer.from(`${text}}`));
  return pieces;
}

async function* sendPieces(pieces: readonly (Buffer | ByteSource)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* base64Of(piece);
  }
}

/** Two buffers alternate, because forty megabytes of them would stay until garbage collection. */
async function* base64Of(source: ByteSource): AsyncGenerator<Uint8Array> {
  const length = base64Length(Math.min(source.byteLength, SOURCE_CHUNK_BYTES));
  let [encoded, other] = [Buffer.allocUnsafe(length), Buffer.allocUnsafe(length)];
  let carry: Buffer = Buffer.alloc(0);
  let total = 0;
  for await (const chunk of source.open()) {
    total += chunk.byteLength;
    if (total > source.byteLength) break;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const ready = carry.length === 0 ? bytes : Buffer.concat([carry, bytes]);
    const whole = ready.length - (ready.length % 3);
    if (whole > 0) {
      const text = ready.toString('base64', 0, whole);
      if (text.length > encoded.length) encoded = Buffer.allocUnsafe(text.length);
      yield encoded.subarray(0, encoded.write(text, 'latin1'));
      [encoded, other] = [other, encoded];
    }
    carry = Buffer.from(ready.subarray(whole));
  }
  if (total !== source.byteLength) {
    throw new AppError(
      'storage',
      'The file changed on the disk while Gesso was sending it. Run it again.',
      { action: 'retry', details: { expectedBytes: source.byteLength, foundBytes: total } },
    );
  }
  if (carry.length > 0) yield Buffer.from(carry.toString('base64'), 'latin1');
}
