import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { os } from '../service/common/procedures.ts';
import { samplePlaceSchema, sampleToolSchema } from '../../../shared/contract/photos.ts';
import { notFound } from '../../../shared/errors/app-error.ts';
import { sampleThumbnailUrl } from '../../../shared/media.ts';
import { makeThumbnail } from '../vision/imaging/reading/import-picture.ts';
import type { PhotoStore } from './photo-store.ts';

const sampleSchema = z.object({
  id: z.string(),
  file: z.string(),
  title: z.string(),
  author: z.string(),
  licence: z.string(),
  suggestion: z.string().optional(),
  tool: sampleToolSchema.optional(),
  place: samplePlaceSchema,
});
type Sample = z.infer<typeof sampleSchema>;

export function createSamplePhotos(
  folder: string,
  cacheFolder: string,
  photos: Pick<PhotoStore, 'import'>,
) {
  const read = async (): Promise<readonly Sample[]> =>
    z.array(sampleSchema).parse(JSON.parse(await readFile(join(folder, 'samples.json'), 'utf8')));

  async function find(sampleId: string): Promise<Sample> {
    const sample = (await read()).find(({ id }) => id === sampleId);
    if (sample === undefined) throw notFound('This sample photo does not exist.');
    return sample;
  }

  async function fileOf({ file }: Sample): Promise<string> {
    const path = join(folder, file);
    if (existsSync(path)) return path;
    throw notFound('This sample is missing from the program. Install Gesso again to get it back.');
  }

  return {
    procedures: {
      samples: os.photos.samples.handler(async () =>
        (await read()).map(({ file: _file, ...sample }) => ({
          ...sample,
          thumbnailUrl: sampleThumbnailUrl(sample.id),
        })),
      ),
      openSample: os.photos.openSample.handler(async ({ input }) => {
        const sample = await find(input.sampleId);
        const purpose = sample.place === 'studio' ? 'studio' : 'picture';
        return photos.import(createReadStream(await fileOf(sample)), sample.file, purpose);
      }),
    },
    /** @throws AppError `not-found` */
    file: async (sampleId: string): Promise<string> => fileOf(await find(sampleId)),
    /** Made on demand. @throws AppError `not-found` */
    async thumbnail(sampleId: string): Promise<string> {
      const sample = await find(sampleId);
      const path = join(cacheFolder, `sample-${sample.id}.webp`);
      if (existsSync(path)) return path;
      const thumbnail = await makeThumbnail(join(folder, sample.file), sample.title);
      await mkdir(cacheFolder, { recursive: true, mode: 0o700 });
      // A unique name, because a thumbnail may be requested twice at once.
      const part = `${path}.${randomUUID()}.part`;
      await writeFile(part, thumbnail, { mode: 0o600 });
      await rename(part, path);
      return path;
    },
  };
}
