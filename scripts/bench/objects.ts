import { readFile } from 'node:fs/promises';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import { outlinedPixels, overlapOf } from '../../electron/testing/outlined.ts';
import type { ObjectRequest } from '../../shared/contract/selection.ts';
import { BOUNDS } from './bounds.ts';
import type { BenchContext } from './harness.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';
import { readThings, type TracedThing } from './things.ts';

/** Photo pixels. */
const CLICK = 8;

/** Intersection over union of each thing, 0 to 1. */
interface Shares {
  readonly loops: readonly number[];
  readonly clicks: readonly number[];
}

export async function measureObjects(context: BenchContext): Promise<readonly Figure[]> {
  const things = await readThings();
  await using fixture = await createBackendFixture({ folder: `${context.folder}/objects` });
  const { loops, clicks } = await sharesOf(context, fixture, things);
  const faint = loops.filter((_, at) => things[at]?.isFaint);
  const { loop, worstLoop, click } = BOUNDS.objects;
  return [
    { name: 'one loose loop, median', unit: '%', gesso: median(loops), bound: loop },
    { name: 'the worst of the loops', unit: '%', gesso: Math.min(...loops), bound: worstLoop },
    { name: 'one click, median', unit: '%', gesso: median(clicks), bound: click },
    { name: 'one loose loop, monochrome or faint', unit: '%', gesso: median(faint) },
  ];
}

async function sharesOf(
  context: BenchContext,
  fixture: BackendFixture,
  things: readonly TracedThing[],
): Promise<Shares> {
  const photos = new Map<string, string>();
  const loops: number[] = [];
  const clicks: number[] = [];
  for (const thing of things) {
    const { name, path } = thing;
    context.say(`objects: ${name}`);
    const photoId =
      photos.get(path) ?? (await fixture.importPhoto(await readFile(path), `${name}.jpg`)).id;
    photos.set(path, photoId);
    const select = async (gesture: ObjectRequest['gesture']): Promise<number> => {
      const order = { photoId, gesture, strokes: [], withShadow: false, pass: 'fine' } as const;
      const { outlines } = await fixture.client().selection.object(order);
      return overlapOf(outlinedPixels(outlines, thing), thing.truth);
    };
    loops.push(await select({ kind: 'loop', points: thing.loop }));
    clicks.push(await select({ kind: 'scribble', points: [thing.click], width: CLICK }));
  }
  return { loops, clicks };
}
