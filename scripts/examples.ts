/**
 * Runs `npm run examples`: makes the examples of empty stages and the first page from the bundled
 * samples with the practice service.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp, { type Region } from 'sharp';
import { z } from 'zod';
import { createPracticeServer } from '../electron/practice-service/server.ts';
import { sampleFile } from './guide/samples.ts';

const FOLDER = resolve(import.meta.dirname, '../renderer/public/examples');
const KEY = 'examples';

/** Two pixels for each of 640 × 320. */
const SIZE = { width: 1280, height: 640 } as const;
/** Pixels between pictures; on the page 2 px that show the background. */
const GAP = 4;
const MOST_BYTES = 60_000;

const answerSchema = z.object({
  image_file: z.base64().optional(),
  task_id: z.string().optional(),
  data: z
    .object({ task_id: z.string().optional(), imgs: z.array(z.string()).optional() })
    .nullish(),
  videos: z.array(z.object({ video_url: z.string() })).nullish(),
});

const service = createPracticeServer({ key: KEY, taskSpeed: 50 });
const { port } = await service.listen(0);

async function call(path: string, body?: Readonly<Record<string, unknown>>) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return answerSchema.parse(JSON.parse(text));
}

async function edit(path: string, body: Readonly<Record<string, unknown>>): Promise<Buffer> {
  return Buffer.from(given((await call(path, body)).image_file), 'base64');
}

async function follow(path: string): Promise<Buffer> {
  for (;;) {
    const { data, videos } = await call(path);
    const url = data?.imgs?.[0] ?? videos?.[0]?.video_url;
    if (url !== undefined) return Buffer.from(await (await fetch(url)).arrayBuffer());
    await sleep(50);
  }
}

function given<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error('The answer lacks a part.');
  return value;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64');

function sample(name: string, width: number): Promise<Buffer> {
  return sharp(sampleFile(name)).resize(width).png().toBuffer();
}

/** @param shape SVG in a square of 100 × 100 that is drawn over the picture */
async function cleanUp(picture: Buffer, shape: string): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" preserveAspectRatio="none" width="${width}" height="${height}" fill="#fff" stroke="#fff" stroke-width="0"><rect width="100" height="100" fill="#000"/>${shape}</svg>`;
  const mask = await sharp(Buffer.from(svg)).removeAlpha().greyscale().png().toBuffer();
  return edit('/v3/cleanup', { image_file: base64(picture), mask_file: base64(mask) });
}

async function split(left: Buffer, right: Buffer): Promise<Buffer> {
  const { width, height } = SIZE;
  const half = width / 2;
  const strip = (x: number, wide: number, colour: string) =>
    `<rect x="${x}" width="${wide}" height="${height}" fill="${colour}"/>`;
  const line = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${strip(half - 4, 8, 'rgb(0 0 0 / 55%)')}${strip(half - 2, 4, '#fff')}</svg>`;
  const end = await sharp(right).extract({ left: half, top: 0, width: half, height }).toBuffer();
  return sharp(left)
    .composite([{ input: end, left: half, top: 0 }, { input: Buffer.from(line) }])
    .png()
    .toBuffer();
}

async function arrange(
  pictures: readonly { readonly picture: Buffer; readonly region?: Region }[],
  columns: number,
): Promise<Buffer> {
  const rows = pictures.length / columns;
  const width = Math.floor((SIZE.width - GAP * (columns - 1)) / columns);
  const height = Math.floor((SIZE.height - GAP * (rows - 1)) / rows);
  const parts = await Promise.all(
    pictures.map(async ({ picture, region }, index) => {
      const part = region === undefined ? sharp(picture) : sharp(picture).extract(region);
      return {
        input: await part.resize(width, height, { fit: 'cover' }).toBuffer(),
        left: (index % columns) * (width + GAP),
        top: Math.floor(index / columns) * (height + GAP),
      };
    }),
  );
  const create = { ...SIZE, channels: 4, background: '#0000' } as const;
  return sharp({ create }).composite(parts).png().toBuffer();
}

async function write(name: string, picture: Buffer): Promise<void> {
  for (const quality of [88, 82, 76, 70, 62, 54, 46, 38, 30]) {
    const bytes = await sharp(picture)
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length > MOST_BYTES) continue;
    await writeFile(join(FOLDER, `${name}.webp`), bytes);
    process.stdout.write(
      `${name}.webp  ${Math.round(bytes.length / 1000)} kB, quality ${quality}\n`,
    );
    return;
  }
  throw new Error(`${name} does not fit into its bytes.`);
}

async function makeStudio(): Promise<Buffer> {
  const before = await sample('fig-in-a-bowl', 1280);
  const after = await cleanUp(before, '<ellipse cx="55.5" cy="53" rx="17" ry="26"/>');
  for (const [name, picture] of [
    ['studio-before', before],
    ['studio-after', after],
  ] as const) {
    await write(name, await sharp(picture).resize(1120).png().toBuffer());
  }
  const region = { left: 140, top: 180, width: 1140, height: 570 };
  const cut = (picture: Buffer) => sharp(picture).extract(region).resize(SIZE).png().toBuffer();
  await write('studio', await split(await cut(before), await cut(after)));
  return after;
}

async function makeUpscale(): Promise<void> {
  const small = await sharp(sampleFile('dandelions-small'))
    .extract({ left: 60, top: 20, width: 320, height: 160 })
    .resize(200, 100)
    .png()
    .toBuffer();
  const body = {
    image: base64(small),
    upscaler_1: 'ESRGAN_4x',
    resize_mode: 0,
    upscaling_resize: 4,
  };
  const { data } = await call('/v2/upscale', body);
  const large = await follow(`/v2/progress?task_id=${given(data?.task_id)}`);
  const before = sharp(small)
    .resize({ ...SIZE, kernel: 'nearest' })
    .png();
  const after = sharp(large).resize(SIZE).png();
  await write('upscale', await split(await before.toBuffer(), await after.toBuffer()));
}

async function makeFaces(): Promise<void> {
  const [face, picture] = await Promise.all([sample('admiral', 512), sample('astronaut', 512)]);
  const merged = await edit('/v3/merge-face', {
    face_image_file: base64(face),
    image_file: base64(picture),
  });
  const region = { left: 50, top: 0, width: 338, height: 512 };
  await write(
    'faces',
    await arrange(
      [
        { picture: face, region: { left: 66, top: 0, width: 396, height: 600 } },
        { picture, region },
        { picture: merged, region },
      ],
      3,
    ),
  );
}

async function makeVideo(): Promise<void> {
  const picture = await sample('two-dogs', 1024);
  const { task_id } = await call('/v3/async/img2video', {
    model_name: 'SVD',
    image_file: base64(picture),
    frames_num: 14,
    frames_per_second: 6,
    image_file_resize_mode: 'CROP_TO_ASPECT_RATIO',
    motion_bucket_id: 180,
    seed: 3,
    steps: 20,
    extra: { response_video_type: 'gif' },
  });
  const clip = await follow(`/v3/async/task-result?task_id=${given(task_id)}`);
  const frames = await Promise.all(
    [0, 7, 13].map(async (page) => ({ picture: await sharp(clip, { page }).png().toBuffer() })),
  );
  await write('video', await arrange(frames, 3));
}

async function makeRecipes(bowl: Buffer): Promise<void> {
  const postcard = await sample('postcard', 1000);
  const mountain = await sample('mountain-path', 960);
  const bridge = await sample('bridge-cables', 960);
  const pictures = [
    await edit('/v3/remove-text', { image_file: base64(postcard) }),
    await cleanUp(mountain, '<circle cx="78.5" cy="92" r="4.5"/>'),
    await cleanUp(bridge, '<path d="M-2 43L53 -2" stroke-width="5"/>'),
    bowl,
  ];
  await write(
    'recipes',
    await arrange(
      pictures.map((picture) => ({ picture })),
      2,
    ),
  );
}

async function makeTraining(): Promise<void> {
  const names = ['two-dogs', 'fig-in-a-bowl', 'mountain-path', 'bridge-cables'];
  const others = ['admiral', 'dandelions-small', 'astronaut', 'postcard'];
  const pictures = await Promise.all(
    [...names, ...others].map(async (name) => ({ picture: await sample(name, 640) })),
  );
  await write('training', await arrange(pictures, 4));
}

await mkdir(FOLDER, { recursive: true });
try {
  const bowl = await makeStudio();
  await makeUpscale();
  await makeFaces();
  await makeVideo();
  await makeRecipes(bowl);
  await makeTraining();
} finally {
  await service.close();
}
