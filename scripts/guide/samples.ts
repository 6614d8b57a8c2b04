import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

const SAMPLES = resolve(import.meta.dirname, '../../assets/samples');

export function sampleFile(name: string): string {
  return join(SAMPLES, `${name}.jpg`);
}

export async function makeGroup(folder: string): Promise<string> {
  const size = { width: 900, height: 600 };
  const portrait = (name: string, width: number) =>
    sharp(sampleFile(name)).resize(width, size.height).toBuffer();
  const file = join(folder, 'group.png');
  await sharp({ create: { ...size, channels: 3, background: '#777777' } })
    .composite([
      { input: await portrait('astronaut', 480), left: 0, top: 0 },
      { input: await portrait('admiral', 420), left: 480, top: 0 },
    ])
    .png()
    .toFile(file);
  return file;
}

/** A scan with dust on it, always at the same places. @returns the file */
export async function makeScan(folder: string): Promise<string> {
  const { width, height } = { width: 1600, height: 1080 };
  const specks = Array.from({ length: 14 }, (_none, index) => {
    const x = ((index * 379) % (width - 200)) + 100;
    const y = ((index * 211) % (height / 2 - 120)) + 60;
    return `<circle cx="${x}" cy="${y}" r="${4 + (index % 3)}" fill="#1c1a18"/>`;
  });
  const dust = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${specks.join('')}</svg>`;
  const file = join(folder, 'scan.png');
  await sharp(sampleFile('mountain-path'))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: Buffer.from(dust) }])
    .png()
    .toFile(file);
  return file;
}

export async function makeSeries(folder: string): Promise<string> {
  const series = join(folder, 'series');
  await mkdir(series, { recursive: true });
  for (const name of ['postcard', 'fig-in-a-bowl', 'mountain-path', 'bridge-cables']) {
    await writeFile(
      join(series, `${name}.jpg`),
      await sharp(sampleFile(name)).resize(1200).jpeg().toBuffer(),
    );
  }
  return series;
}
