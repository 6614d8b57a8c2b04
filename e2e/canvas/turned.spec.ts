/** A rotated and mirrored view, and pen and touch events as browsers report them. */
import { expect } from 'playwright/test';
import type { Point } from '../../shared/geometry/rect.ts';
import type { Turn } from '../../renderer/viewer/stage/geometry/turn.ts';
import { isTinted, test, type CanvasPage, points } from './fixture.ts';

const TURNS: readonly Turn[] = [
  { quarters: 1, isMirrored: false },
  { quarters: 2, isMirrored: true },
  { quarters: 3, isMirrored: true },
];

const LINE: readonly Point[] = [
  { x: 430, y: 300 },
  { x: 500, y: 300 },
  { x: 570, y: 300 },
];

test('keeps the mask under the pointer in a rotated view', async ({ open }) => {
  const canvas = await open();
  await canvas.setSize('brush', 60);
  for (const turn of TURNS) {
    await canvas.page.evaluate((next) => window.harness?.core.setTurn(next), turn);
    await canvas.page.evaluate(() => window.harness?.core.picture.viewport.fit());
    await canvas.frames();
    await canvas.drag(LINE);
    const bounds = (await canvas.snapshot()).maskBounds;
    const isUpright = (bounds?.height ?? 0) > (bounds?.width ?? 0);
    expect(isUpright, 'a line across the screen is one down the photo').toBe(
      turn.quarters % 2 === 1,
    );
    await expectTint(canvas, { x: 500, y: 300 }, true);
    await expectTint(canvas, { x: 500, y: 380 }, false);

    await canvas.page.mouse.move(560, 300);
    await canvas.page.mouse.wheel(0, -240);
    await expectTint(canvas, { x: 560, y: 300 }, true);
    await canvas.drag(points(560, 300, 600, 330, 660, 400), 'middle');
    await expectTint(canvas, { x: 650, y: 400 }, true);
    await canvas.undo();
    expect((await canvas.snapshot()).maskBounds).toBeUndefined();
  }
});

test('paints by pen pressure, and ignores a hand that rests beside the pen', async ({ open }) => {
  const canvas = await open();
  await canvas.setSize('brush', 80);
  const session = await canvas.page.context().newCDPSession(canvas.page);
  const finger = async (points: readonly Point[]) => {
    for (const [index, point] of points.entries()) {
      const type = index === 0 ? 'touchStart' : 'touchMove';
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ ...point, id: 1 }] });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await canvas.frames();
  };
  const pen = async (force: number) => {
    const common = { pointerType: 'pen', force, button: 'left', buttons: 1 } as const;
    const [first, ...rest] = LINE;
    const at = { ...common, ...(first ?? { x: 0, y: 0 }) };
    await session.send('Input.dispatchMouseEvent', { ...at, type: 'mousePressed', clickCount: 1 });
    for (const point of rest) {
      await session.send('Input.dispatchMouseEvent', { ...common, ...point, type: 'mouseMoved' });
    }
    const end = { ...common, ...(rest.at(-1) ?? { x: 0, y: 0 }) };
    await session.send('Input.dispatchMouseEvent', { ...end, type: 'mouseReleased' });
    await canvas.frames();
    const { maskBounds } = await canvas.snapshot();
    await canvas.undo();
    return maskBounds?.height ?? 0;
  };

  await finger(LINE);
  const { maskBounds } = await canvas.snapshot();
  expect(maskBounds?.height, 'a finger has no pressure').toBe(80);
  await canvas.undo();

  const [hard, soft] = [await pen(1), await pen(0.25)];
  expect(hard).toBe(80);
  expect(soft).toBeLessThan(60);
  expect(soft).toBeGreaterThan(0);

  const before = (await canvas.snapshot()).view;
  await finger(LINE);
  const after = await canvas.snapshot();
  expect(after.maskBounds).toBeUndefined();
  expect(after.view.x - before.x, 'it moves the photo').toBeCloseTo(140, 0);
});

async function expectTint(canvas: CanvasPage, at: Point, isWanted: boolean): Promise<void> {
  await expect.poll(async () => isTinted((await canvas.screen()).at(at))).toBe(isWanted);
}

test('a pen takes over the gesture from a palm that came first', async ({ open }) => {
  const canvas = await open();
  await canvas.setSize('brush', 80);
  const session = await canvas.page.context().newCDPSession(canvas.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    });
  const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Point) =>
    session.send('Input.dispatchMouseEvent', {
      ...at,
      type,
      pointerType: 'pen',
      force: 1,
      button: 'left',
      buttons: 1,
      clickCount: type === 'mousePressed' ? 1 : 0,
    });
  const [first, last] = [LINE[0], LINE.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The line has no ends.');
  const palm = { x: first.x, y: first.y + 150 };

  await touch('touchStart', [palm]);
  await touch('touchMove', [{ x: palm.x + 30, y: palm.y }]);
  await pen('mousePressed', first);
  const { view } = await canvas.snapshot();
  for (const point of LINE.slice(1)) {
    await pen('mouseMoved', point);
    // the palm moves, and more of it touches
    await touch('touchStart', [palm, { x: palm.x + 60, y: palm.y + 20 }]);
    await touch('touchMove', [
      { x: point.x, y: palm.y },
      { x: palm.x + 80, y: palm.y + 20 },
    ]);
  }
  await pen('mouseReleased', last);
  await touch('touchEnd', []);
  await canvas.frames();

  const after = await canvas.snapshot();
  expect(after.maskBounds?.height, 'the line of the pen alone').toBe(80);
  expect(after.view).toEqual(view);
  await canvas.undo();
  expect((await canvas.snapshot()).maskBounds).toBeUndefined();
});
