import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteSourceOfBytes, type ByteSource } from './byte-source.ts';
import { createJsonBody } from './json-body.ts';

async function collect(source: ByteSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.open()) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

/** A source whose chunks have the given sizes. */
function inChunks(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  return {
    byteLength: bytes.byteLength,
    async *open() {
      let start = 0;
      for (const size of [...sizes, bytes.byteLength]) {
        yield bytes.subarray(start, Math.min(bytes.byteLength, start + size));
        start = Math.min(bytes.byteLength, start + size);
      }
    },
  };
}

describe('a JSON body with files', () => {
  it('equals the output of JSON.stringify, however the file is read', async () => {
    const sizes = fc.array(fc.nat(7), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        sizes,
        fc.jsonValue(),
        async (file, cut, json) => {
          const body = createJsonBody([
            ['extra', { json }],
            ['image_file', { file: inChunks(file, cut) }],
            ['mask_file', { file: byteSourceOfBytes(file) }],
            ['a"b', { json: 1 }],
          ]);
          const base64 = Buffer.from(file).toString('base64');
          const expected = JSON.stringify({
            extra: json,
            image_file: base64,
            mask_file: base64,
            'a"b': 1,
          });
          const sent = await collect(body);
          expect(sent.toString()).toBe(expected);
          expect(body.byteLength).toBe(sent.length);
        },
      ),
    );
  });

  it('fails when the length of a file changed', async () => {
    for (const found of [2, 4]) {
      const file = { byteLength: 3, open: () => byteSourceOfBytes(Buffer.alloc(found)).open() };
      await expect(collect(createJsonBody([['f', { file }]]))).rejects.toMatchObject({
        kind: 'storage',
        details: { expectedBytes: 3, foundBytes: found },
      });
    }
  });
});
