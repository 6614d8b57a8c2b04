/** Dust on photographs: soft spots that were painted there, and what is taken for one where there is none. */
import sharp from 'sharp';
import {
  createBackendFixture,
  type BackendFixture,
} from '../../electron/testing/backend-fixture.ts';
import { DEFAULT_SETTINGS } from '../../shared/contract/default-settings.ts';
import type { Spot } from '../../shared/contract/selection.ts';
import type { Point } from '../../shared/geometry/rect.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import {
  DUSTY,
  paintScene,
  TEXTURED,
  type PaintedSpot,
  type SpotScene,
} from './spots/spot-scenes.ts';

const SPOTS = {
  leastFound: 0.9,
  mostWrong: 3,
  /** Most radius of a found spot: a multiple of the painted one, plus pixels. */
  largest: 6,
  margin: 8,
  /** A found spot whose middle is farther away than this, radii, is another one. */
  same: 1.5,
  /** Radius of dust that was on the sensor, pixels. */
  own: 12,
} as const;

interface Outcome {
  readonly painted: number;
  readonly found: number;
  readonly wrong: number;
}

/** The finder was tuned on every other photograph of each list, from the first on. */
export async function measureSpots(context: BenchContext): Promise<readonly Figure[]> {
  await using fixture = await createBackendFixture({ folder: `${context.folder}/spots` });
  const dusty = await outcomesOf(context, fixture, DUSTY, 1);
  const textured = await outcomesOf(context, fixture, TEXTURED, DUSTY.length + 1);
  const all = [...dusty, ...textured];
  const share = (of: readonly Outcome[]): number =>
    sumOf(of, ({ found }) => found) / sumOf(of, ({ painted }) => painted);
  const share50 = share(dusty);
  const worst = Math.max(...all.map(({ wrong }) => wrong));
  return [
    {
      name: `spots found, of ${sumOf(dusty, ({ painted }) => painted)} in ${dusty.length} photographs`,
      unit: '%',
      gesso: share50,
      bound: { text: '≥ 90 %', isMet: share50 >= SPOTS.leastFound },
    },
    {
      name: '… in those it was not tuned on',
      unit: '%',
      gesso: share(dusty.filter((_each, index) => index % 2 === 1)),
    },
    {
      name: 'wrong spots in the worst photograph',
      unit: 'count',
      gesso: worst,
      bound: { text: '≤ 3', isMet: worst <= SPOTS.mostWrong },
    },
    {
      name: `wrong spots a photograph, ${textured.length} of texture`,
      unit: 'count',
      gesso: sumOf(textured, ({ wrong }) => wrong) / textured.length,
    },
  ];
}

async function outcomesOf(
  context: BenchContext,
  fixture: BackendFixture,
  scenes: readonly SpotScene[],
  firstSeed: number,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, scene] of scenes.entries()) {
    const { rgb, width, height, spots: painted } = await paintScene(scene, firstSeed + index);
    const file = await sharp(rgb, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 2 })
      .toBuffer();
    const { id: photoId } = await fixture.importPhoto(file, `${scene.name}.png`);
    const sensitivity = DEFAULT_SETTINGS.selecting.spotSensitivity;
    const { spots } = await fixture.client().selection.spots({ photoId, sensitivity });
    const known = [...painted, ...(scene.own ?? []).map((at) => ({ ...at, radius: SPOTS.own }))];
    const found = painted.filter((spot) => spots.some((each) => isFoundBy(spot, each)));
    const wrong = spots.filter((each) => known.every((spot) => !isSame(spot, each)));
    const outcome = { painted: painted.length, found: found.length, wrong: wrong.length };
    context.say(
      `spots: ${scene.name}, ${outcome.found} of ${outcome.painted}, wrong ${outcome.wrong}`,
    );
    outcomes.push(outcome);
  }
  return outcomes;
}

function isFoundBy({ x, y, radius }: PaintedSpot, { bounds }: Spot): boolean {
  const isInside =
    x > bounds.x && y > bounds.y && x < bounds.x + bounds.width && y < bounds.y + bounds.height;
  return isInside && bounds.width < SPOTS.largest * radius + SPOTS.margin;
}

function isSame({ x, y, radius }: Point & { readonly radius: number }, { bounds }: Spot): boolean {
  const away = Math.hypot(x - bounds.x - bounds.width / 2, y - bounds.y - bounds.height / 2);
  return away <= SPOTS.same * radius;
}

function sumOf(outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + of(outcome), 0);
}
