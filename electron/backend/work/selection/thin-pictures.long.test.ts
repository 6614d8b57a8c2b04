/** Tests the selection tools on pictures thinner than anything that they search for. */
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';

const fixture = await createBackendFixture();

it.each([
  [1, 1],
  [1, 9000],
  [9000, 1],
  [2, 7000],
  [47, 47],
])(
  'every tool ends with an answer on %i × %i pixels',
  { timeout: 60_000 },
  async (width, height) => {
    const grey = { create: { width, height, channels: 3, background: '#789' } } as const;
    const photo = await fixture.importPhoto(await sharp(grey).png().toBuffer(), `${width}.png`);
    const { selection } = fixture.client();
    const photoId = photo.id;
    const whole = { x: 0, y: 0, width, height };
    const point = { x: width / 2, y: height / 2 };
    const corners = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
    const object = { photoId, strokes: [], withShadow: true, pass: 'fine' as const };
    const tools: Readonly<Record<string, () => Promise<unknown>>> = {
      spots: () => selection.spots({ photoId, sensitivity: 100 }),
      wand: () => selection.wand({ photoId, point, tolerance: 20, isContiguous: true }),
      line: () => selection.line({ photoId, points: [corners[0] ?? point, corners[2] ?? point] }),
      loop: () => selection.object({ ...object, gesture: { kind: 'loop', points: corners } }),
      scribble: () =>
        selection.object({ ...object, gesture: { kind: 'scribble', points: corners, width: 9 } }),
      hover: () => selection.objectAt({ photoId, point, within: whole, pass: 'fine' }),
      objects: () => selection.objects({ photoId, within: whole }),
      people: () => selection.people({ photoId, withShadow: true }),
      text: () => selection.text({ photoId, pass: 'fine' }),
    };
    for (const [name, use] of Object.entries(tools)) {
      const refusal = await use().then(
        () => undefined,
        (error: { data?: { kind: string; details?: unknown } }) => error.data ?? error,
      );
      if (refusal === undefined) continue;
      // a sentence of the tool's own is an answer as well
      expect(refusal, name).toMatchObject({ kind: expect.not.stringMatching(/unexpected/u) });
    }
  },
);
