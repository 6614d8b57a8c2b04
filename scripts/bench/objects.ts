/** The object tool on real photographs: one loose loop, and one click, beside the tools without the model. */
import { readFile } from 'node:fs/promises';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import type { ObjectRequest } from '../../shared/contract/selection.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { looseLoop } from './selecting/loose-loop.ts';
import { overlap } from './selecting/overlap.ts';
import { readThing, REAL_THINGS, type TracedThing } from './selecting/real-things.ts';
import { medianOf } from './statistics.ts';

const BOUNDS = { loop: 0.92, worstLoop: 0.75, click: 0.88 } as const;
/** Width of a click, photo pixels. */
const CLICK = 8;

interface Shares {
  readonly name: string;
  readonly isFaint: boolean;
  readonly loop: number;
  readonly click: number;
}

export async function measureObjects(context: BenchContext): Promise<readonly Figure[]> {
  const things = await Promise.all(REAL_THINGS.map((thing) => readThing(thing)));
  await using withModel = await createBackendFixture({ folder: `${context.folder}/objects` });
  await using without = await createBackendFixture({
    folder: `${context.folder}/objects-by-colour`,
    ports: { startPerception: undefined },
  });
  const found = await sharesOf(context, withModel, things);
  const before = await sharesOf(context, without, things);
  const median = (of: readonly Shares[], by: 'loop' | 'click'): number =>
    medianOf(of, (each) => each[by]);
  const worst = (of: readonly Shares[]): number => Math.min(...of.map(({ loop }) => loop));
  const faint = (of: readonly Shares[]): readonly Shares[] => of.filter(({ isFaint }) => isFaint);
  const bounded = (name: string, gesso: number, old: number, least: number): Figure => ({
    name,
    unit: '%',
    gesso,
    baseline: { name: 'by colours alone', value: old },
    bound: { text: `≥ ${least * 100} %`, isMet: gesso >= least },
  });
  return [
    bounded('one loose loop', median(found, 'loop'), median(before, 'loop'), BOUNDS.loop),
    bounded('the worst of the loops', worst(found), worst(before), BOUNDS.worstLoop),
    bounded('one click', median(found, 'click'), median(before, 'click'), BOUNDS.click),
    {
      name: 'one loose loop, monochrome or of low contrast',
      unit: '%',
      gesso: median(faint(found), 'loop'),
      baseline: { name: 'by colours alone', value: median(faint(before), 'loop') },
    },
    ...found.flatMap(({ name, loop, click }, index): readonly Figure[] => [
      {
        name: `· ${name}, loop`,
        unit: '%',
        gesso: loop,
        baseline: { name: 'by colours alone', value: before[index]?.loop ?? 0 },
      },
      {
        name: `· ${name}, click`,
        unit: '%',
        gesso: click,
        baseline: { name: 'by colours alone', value: before[index]?.click ?? 0 },
      },
    ]),
  ];
}

async function sharesOf(
  context: BenchContext,
  fixture: BackendFixture,
  things: readonly TracedThing[],
): Promise<readonly Shares[]> {
  const photos = new Map<string, string>();
  const shares: Shares[] = [];
  for (const thing of things) {
    const { name, path, isFaint, truth, width, bounds, click } = thing;
    context.say(`objects: ${name}`);
    const photoId =
      photos.get(path) ?? (await fixture.importPhoto(await readFile(path), `${name}.jpg`)).id;
    photos.set(path, photoId);
    const select = async (gesture: ObjectRequest['gesture']): Promise<number> => {
      const order = { photoId, gesture, strokes: [], withShadow: false, pass: 'fine' } as const;
      return overlap(await fixture.client().selection.object(order), thing);
    };
    const loop = await select({ kind: 'loop', points: looseLoop(truth, width, bounds) });
    const clicked = await select({ kind: 'scribble', points: [click], width: CLICK });
    shares.push({ name, isFaint, loop, click: clicked });
  }
  return shares;
}
