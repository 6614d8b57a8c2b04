/** Finding faces: people laid over photographs, and photographs without anybody. */
import { readFile } from 'node:fs/promises';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import type { Rect } from '../../shared/geometry/rect.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { faceScenes, WITHOUT_FACES } from './people/face-scenes.ts';

const FACES = {
  /** A found face's middle lies within this share of the face from its own, … */
  near: 0.4,
  /** … and it is at most this many times as wide, or as narrow. */
  size: 2,
} as const;

export async function measureFaces(context: BenchContext): Promise<readonly Figure[]> {
  await using fixture = await createBackendFixture({ folder: `${context.folder}/faces` });
  let [placed, found, wrong] = [0, 0, 0];
  const scenes = await faceScenes();
  for (const [index, { png, faces }] of scenes.entries()) {
    const seen = await facesIn(fixture, png);
    const missed = faces.filter((face) => !seen.some((each) => isSame(each, face)));
    placed += faces.length;
    found += faces.length - missed.length;
    wrong += seen.filter((each) => !faces.some((face) => isSame(each, face))).length;
    context.say(`faces: ${index + 1}, ${faces.length - missed.length} of ${faces.length}`);
    for (const { width } of missed) context.say(`faces: missed, ${Math.round(width)} px`);
  }
  let where = 0;
  for (const file of WITHOUT_FACES) where += (await facesIn(fixture, await readFile(file))).length;
  return [
    {
      name: `faces found, of ${placed} in ${scenes.length} pictures`,
      unit: '%',
      gesso: found / placed,
      bound: { text: '100 %', isMet: found === placed },
    },
    { name: 'wrong faces in these', unit: 'count', gesso: wrong },
    {
      name: `faces in ${WITHOUT_FACES.length} photographs without`,
      unit: 'count',
      gesso: where,
      bound: { text: 'none', isMet: where === 0 },
    },
  ];
}

async function facesIn(fixture: BackendFixture, bytes: Uint8Array): Promise<readonly Rect[]> {
  const { id: photoId } = await fixture.importPhoto(bytes, 'faces.png');
  const { faces } = await fixture.client().faces.find({ photoId });
  return faces.map(({ bounds }) => bounds);
}

function isSame(seen: Rect, face: Rect): boolean {
  const away = Math.hypot(
    seen.x + seen.width / 2 - face.x - face.width / 2,
    seen.y + seen.height / 2 - face.y - face.height / 2,
  );
  const ratio = seen.width / face.width;
  return away <= FACES.near * face.width && ratio <= FACES.size && ratio >= 1 / FACES.size;
}
