import { expect, test, vi } from 'vitest';
import type { ObjectAt } from '../../../../../shared/contract/selection.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Point } from '../../../../../shared/geometry/rect.ts';
import { createStudioFixture } from '../../testing/studio-fixture.ts';

const around = ({ x, y }: Point): ObjectAt => ({
  outlines: [[x, y, x + 1, y, x + 1, y + 1]],
  readings: 1,
  reading: 0,
});

/** A studio with the object tool in hand. */
async function withTool(objectAt: (point: Point) => Promise<ObjectAt>) {
  const asked: Point[] = [];
  const fixture = createStudioFixture({
    selection: {
      warm: () => undefined,
      release: () => undefined,
      objectAt: ({ point }) => {
        asked.push(point);
        return objectAt(point);
      },
      objects: async () => [
        { outlines: [[0, 0, 9, 0, 9, 9]], point: { x: 4, y: 4 }, reading: 0 },
        { outlines: [[20, 20, 29, 20, 29, 29]], point: { x: 24, y: 24 }, reading: 1 },
      ],
    },
  });
  await fixture.open();
  fixture.session.plan.chooseTool('object');
  return Object.assign(fixture, { asked });
}

test('the object below a resting pointer is lit, and not those that it passes', async () => {
  const { canvas, asked } = await withTool(async (point) => around(point));
  for (const x of [10, 20, 30, 40]) canvas.pointAt({ x, y: 10 });
  await vi.waitFor(() => expect(canvas.preview()?.outlines[0]?.slice(0, 2)).toEqual([40, 10]));
  expect(asked).toEqual([{ x: 40, y: 10 }]);
  canvas.pointAt(undefined);
  await vi.waitFor(() => expect(canvas.preview()).toBeUndefined());
});

test('where the model does not run nothing is said, and the pointer asks once while the tool is in hand', async () => {
  const { canvas, session, asked, stores } = await withTool(async () => {
    throw new AppError({ kind: 'tool-unavailable', message: 'Not on this computer.' });
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    canvas.pointAt({ x: 10, y: 10 });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    canvas.pointAt({ x: 30, y: 10 });
    await vi.runOnlyPendingTimersAsync();
    expect(asked).toHaveLength(1);
    expect(stores.studio.getState().error).toBeUndefined();
    session.plan.chooseTool('hand');
    session.plan.chooseTool('object');
    await vi.runOnlyPendingTimersAsync();
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ x: 30, y: 10 }));
  } finally {
    vi.useRealTimers();
  }
});

test('all objects in sight are listed, gone through, and closed by Escape', async () => {
  const { canvas, session, stores } = await withTool(async (point) => around(point));
  session.selecting.use((tools) => tools.showObjects());
  const listed = () => stores.selecting.getState().objects;
  await vi.waitFor(() => expect(listed()?.objects).toHaveLength(2));
  session.selecting.use((tools) => tools.stepObject(1));
  await vi.waitFor(() => expect(listed()?.index).toBe(1));
  expect(canvas.key('Escape')).toBe(true);
  expect(listed()).toBeUndefined();
});
