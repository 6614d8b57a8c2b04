import { expect, test, vi } from 'vitest';
import type { ObjectAt, ObjectAtRequest } from '../../../../../shared/contract/selection.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { Point } from '../../../../../shared/geometry/rect.ts';
import { createStudioFixture, later } from '../../testing/studio-fixture.ts';

const around = ({ x, y }: Point): ObjectAt => ({
  outlines: [[x, y, x + 1, y, x + 1, y + 1]],
  readings: 1,
  reading: 0,
});
/** The thing at the left or at the right, whose outline differs a little with the place that was asked about. */
const sideOf = ({ x, y }: Point): ObjectAt => {
  const [left, top] = [x < 300 ? 0 : 300, y / 100];
  const outlines = [[left, top, left + 200, top, left + 200, 200, left, 200]];
  return { outlines, readings: 1, reading: 0 };
};

/** A studio with the object tool in hand. */
async function withTool(
  objectAt: (point: Point, order: ObjectAtRequest) => Promise<ObjectAt>,
  listed: Promise<void> = Promise.resolve(),
) {
  const asked: Point[] = [];
  const fixture = createStudioFixture({
    selection: {
      objectAt: (order) => {
        if (order.pass === 'coarse') asked.push(order.point);
        return objectAt(order.point, order);
      },
      objects: () =>
        listed.then(() => [
          { outlines: [[0, 0, 9, 0, 9, 9]], point: { x: 4, y: 4 }, reading: 0 },
          { outlines: [[20, 20, 29, 20, 29, 29]], point: { x: 24, y: 24 }, reading: 1 },
        ]),
    },
  });
  await fixture.open();
  fixture.session.plan.chooseTool('object');
  return Object.assign(fixture, { asked });
}

test('highlights the object below a resting pointer, and not those it passes', async () => {
  const { canvas, asked } = await withTool(async (point) => around(point));
  for (const x of [10, 20, 30, 40]) canvas.pointAt({ x, y: 10 });
  await vi.waitFor(() =>
    expect(canvas.found('preview')?.things[0]?.[0]?.slice(0, 2)).toEqual([40, 10]),
  );
  expect(asked).toEqual([{ x: 40, y: 10 }]);
  canvas.pointAt(undefined);
  await vi.waitFor(() => expect(canvas.found('preview')).toBeUndefined());
});

test('shows a coarse answer as a fill without a line, and the fine one as an outline', async () => {
  const fine = later<ObjectAt>();
  const { canvas } = await withTool(async (point, { pass }) =>
    pass === 'coarse' ? sideOf(point) : fine.promise,
  );
  canvas.pointAt({ x: 10, y: 10 });
  await vi.waitFor(() => expect(canvas.found('preview')?.edge).toBe('coarse'));
  const outlines = [[1, 2, 199, 2, 199, 198, 1, 198]];
  fine.resolve({ outlines, readings: 1, reading: 0 });
  await vi.waitFor(() =>
    expect(canvas.found('preview')).toEqual({ things: [outlines], edge: 'fine' }),
  );
});

test('keeps the outline within one object, and ignores a late one', async () => {
  const late = later<ObjectAt>();
  const { canvas, asked } = await withTool(async (point, { pass }) => {
    if (pass === 'fine' && point.x >= 300) return await late.promise;
    return sideOf(point);
  });
  canvas.pointAt({ x: 10, y: 10 });
  await vi.waitFor(() => expect(canvas.found('preview')?.edge).toBe('fine'));
  const outlined = canvas.found('preview');
  canvas.pointAt({ x: 60, y: 60 });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  canvas.pointAt({ x: 310, y: 60 });
  expect(canvas.found('preview')).toBe(outlined);
  await vi.waitFor(() => expect(asked).toHaveLength(3));
  await vi.waitFor(() => expect(canvas.found('preview')?.edge).toBe('coarse'));
  canvas.pointAt(undefined);
  expect(canvas.found('preview')).toBeUndefined();
  late.resolve(sideOf({ x: 310, y: 60 }));
  await late.promise;
  await Promise.resolve();
  expect(canvas.found('preview')).toBeUndefined();
});

test('keeps the fill when the outline fails, and requests it again', async () => {
  let fails = true;
  const { canvas, asked, store } = await withTool(async (point, { pass }) => {
    if (pass === 'fine' && fails) throw new AppError('cancelled', 'Gave way.');
    return sideOf(point);
  });
  canvas.pointAt({ x: 10, y: 10 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await vi.waitFor(() => expect(canvas.found('preview')?.edge).toBe('coarse'));
  fails = false;
  canvas.pointAt({ x: 12, y: 12 });
  await vi.waitFor(() => expect(canvas.found('preview')?.edge).toBe('fine'));
  expect(store.getState().error).toBeUndefined();
});

test('is silent when the model does not run, and asks once while the tool is selected', async () => {
  const { canvas, session, asked, store } = await withTool(async () => {
    throw new AppError('tool-unavailable', 'Not on this computer.');
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    canvas.pointAt({ x: 10, y: 10 });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    canvas.pointAt({ x: 30, y: 10 });
    await vi.runOnlyPendingTimersAsync();
    expect(asked).toHaveLength(1);
    expect(store.getState().error).toBeUndefined();
    session.plan.chooseTool('hand');
    session.plan.chooseTool('object');
    await vi.runOnlyPendingTimersAsync();
    await vi.waitFor(() => expect(asked.at(-1)).toEqual({ x: 30, y: 10 }));
  } finally {
    vi.useRealTimers();
  }
});

test('lists all visible objects, walks through them, and closes by Escape', async () => {
  const { canvas, session, store } = await withTool(async (point) => around(point));
  void session.selecting.showObjects();
  const listed = () => store.getState().selecting.objects;
  await vi.waitFor(() => expect(listed()?.objects).toHaveLength(2));
  session.selecting.stepObject(1);
  await vi.waitFor(() => expect(listed()?.index).toBe(1));
  const { outlines } = around({ x: 24, y: 24 });
  await vi.waitFor(() =>
    expect(canvas.found('listed')).toEqual({ things: [outlines], edge: 'fine' }),
  );
  expect(canvas.key('Escape')).toBe(true);
  expect(canvas.found('listed')).toBeUndefined();
  expect(listed()).toBeUndefined();
});

test.each([
  ['Escape', 'key'],
  ['another tool', 'tool'],
] as const)('%s ends the search for visible objects', async (_name, by) => {
  const answer = Promise.withResolvers<void>();
  const { canvas, session, store } = await withTool(async (point) => around(point), answer.promise);
  const searched = session.selecting.showObjects();
  expect(store.getState().selecting.isBusy).toBe(true);
  if (by === 'key') expect(canvas.key('Escape')).toBe(true);
  else session.plan.chooseTool('brush');
  await vi.waitFor(() => expect(store.getState().selecting.isBusy).toBe(false));
  answer.resolve();
  await searched;
  expect(store.getState().selecting.objects).toBeUndefined();
  expect(canvas.found('listed')).toBeUndefined();
});
