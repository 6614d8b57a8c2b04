/** The backend's work on whole photos: taking one in, saving it, beside sharp alone. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { photoSchema } from '../../shared/contract/photos.ts';
import type { PictureFormat } from '../../shared/contract/export.ts';
import { importUrl } from '../../shared/media.ts';
import { connectToHost, type BackendLine } from './backend-line.ts';
import { photoFile, timed, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { withHost } from './gesso.ts';
import { median } from './statistics.ts';

const PICTURES = {
  megapixels: 24,
  quality: 90,
  /** As Gesso encodes a saved PNG, see `export-photo.ts`. */
  pngCompressionLevel: 6,
} as const;

/** The formats whose saving is measured. */
type SavedFormat = Exclude<PictureFormat, 'tiff'>;

const FORMATS: readonly SavedFormat[] = ['png', 'jpeg', 'webp'];

/** @returns the times of an import and of saving in each format, for a 24-megapixel JPEG */
export async function measurePictures(context: BenchContext): Promise<readonly Figure[]> {
  const path = await photoFile(context, PICTURES.megapixels);
  const bytes = await readFile(path);
  const importing: number[] = [];
  const storing: number[] = [];
  const saving = new Map<SavedFormat, { gesso: number[]; bare: number[] }>(
    FORMATS.map((format) => [format, { gesso: [], bare: [] }]),
  );
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`pictures: ${repetition + 1} of ${context.repeat}`);
    storing.push(await storeWithBareServer(context, bytes));
    await withHost(context, async ({ url }) => {
      const line = await connectToHost(url);
      let photoId = '';
      importing.push(
        await timed(async () => {
          photoId = await importPhoto(line, bytes);
        }),
      );
      for (const [format, times] of saving) {
        times.bare.push(await timed(() => encodeWithSharp(context, path, format)));
        times.gesso.push(await timed(() => savePhoto(line, photoId, format)));
      }
      line.close();
    });
  }
  return [
    {
      name: '24 MP JPEG: upload → in the library',
      unit: 'ms',
      gesso: median(importing),
      baseline: { name: 'bare server: hash, write, flush', value: median(storing) },
    },
    ...[...saving].map(([format, { gesso, bare }]): Figure => {
      const name = `save as ${format.toUpperCase()} → last byte downloaded`;
      const value = median(bare);
      return { name, unit: 'ms', gesso: median(gesso), baseline: { name: 'sharp alone', value } };
    }),
  ];
}

async function importPhoto(line: BackendLine, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const response = await line.fetch(importUrl('photo.jpg'), { method: 'POST', body: bytes });
  return photoSchema.parse(await response.json()).id;
}

async function savePhoto(line: BackendLine, photoId: string, format: SavedFormat): Promise<void> {
  const { quality } = PICTURES;
  const saved = await line.backend.export.save({ photoId, format, quality, lossless: false });
  if (saved.kind !== 'download') throw new Error('The photo was not saved.');
  await (await line.fetch(saved.url)).arrayBuffer();
}

/** The same file, decoded and encoded with the same settings. */
async function encodeWithSharp(
  context: BenchContext,
  path: string,
  format: SavedFormat,
): Promise<void> {
  const { quality, pngCompressionLevel } = PICTURES;
  const photo = sharp(path).autoOrient();
  const encoded = {
    png: () => photo.png({ compressionLevel: pngCompressionLevel, adaptiveFiltering: true }),
    jpeg: () => photo.jpeg({ quality, chromaSubsampling: '4:4:4' }),
    webp: () => photo.webp({ quality }),
  }[format]();
  await encoded.toFile(join(context.folder, `sharp.${format}`));
}

/** The least that taking a file in safely can be: received, hashed, written, flushed to the disk. */
async function storeWithBareServer(
  context: BenchContext,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const path = join(context.folder, 'stored');
  const server = createServer((request, response) => {
    void store(request, path).then((hash) => response.end(hash));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const url = `http://127.0.0.1:${address.port}/`;
  const took = await timed(async () => {
    await (await fetch(url, { method: 'POST', body: bytes })).text();
  });
  server.closeAllConnections();
  server.close();
  return took;
}

/** @returns the hash of the stored bytes */
async function store(content: Readable, path: string): Promise<string> {
  const hash = createHash('sha256');
  content.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(content, createWriteStream(path));
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  return hash.digest('hex');
}
