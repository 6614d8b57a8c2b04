import { expect, test, vi } from 'vitest';
import type { Point } from '../../../../../shared/geometry/rect.ts';
import type { Outlines } from '../../proposal/contour.ts';
import { createStudioFixture, later } from '../../testing/studio-fixture.ts';
import { lineOf, lineMark } from '../../testing/lines.ts';

interface Asked {
  readonly points: readonly Point[];
  readonly width: number | undefined;
  answer(): void;
}

/** Opens a studio with the line tool and one clicked point; the test triggers the answers. */
async function withPoint() {
  const asked: Asked[] = [];
  const fixture = createStudioFixture({
    selection: {
      line: ({ points, width }) => {
        const { promise, resolve } = later<ReturnType<typeof lineOf>>();
        asked.push({ points, width, answer: () => resolve(lineOf(points)) });
        return promise;
      },
    },
  });
  await fixture.open();
  fixture.session.plan.chooseTool('line');
  const { canvas, store } = fixture;
  canvas.select(lineMark({ x: 10, y: 10 }));
  await vi.waitFor(() => expect(canvas.found('selection')?.corners).toHaveLength(1));
  await vi.waitFor(() => expect(store.getState().selecting.isBusy).toBe(false));
  return Object.assign(fixture, { asked });
}

const end = (things: readonly Outlines[] | undefined) => things?.[0]?.[0]?.slice(2, 4);

test('shows the path to the pointer, and requests it again when the pointer has moved on', async () => {
  const { canvas, asked } = await withPoint();
  canvas.pointAt({ x: 100, y: 20 });
  canvas.pointAt({ x: 110, y: 20 });
  canvas.pointAt({ x: 120, y: 20 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked.map(({ points }) => points)).toEqual([
    [
      { x: 10, y: 10 },
      { x: 100, y: 20 },
    ],
  ]);
  asked[0]?.answer();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(end(canvas.found('preview')?.things)).toEqual([100, 20]);
  expect(asked[1]?.points.at(-1)).toEqual({ x: 120, y: 20 });
  asked[1]?.answer();
  await vi.waitFor(() => expect(end(canvas.found('preview')?.things)).toEqual([120, 20]));
  canvas.pointAt({ x: 120, y: 20 });
  expect(asked, 'a pointer that rests asks no more').toHaveLength(2);
});

test('shows no late answer, and none for a pointer that has left the photo', async () => {
  const { canvas, asked } = await withPoint();
  canvas.pointAt({ x: 100, y: 20 });
  canvas.pointAt({ x: 400, y: 20 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(canvas.found('preview')).toBeUndefined();
  asked[1]?.answer();
  await vi.waitFor(() => expect(canvas.found('preview')).toBeDefined());
  canvas.pointAt(undefined);
  expect(canvas.found('preview')).toBeUndefined();
});

test('a click fixes its point at once, and Escape ends the line', async () => {
  const { canvas, asked } = await withPoint();
  canvas.pointAt({ x: 100, y: 20 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  await vi.waitFor(() => expect(canvas.found('preview')).toBeDefined());
  canvas.pointAt({ x: 120, y: 30 });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  canvas.select(lineMark({ x: 120, y: 30 }));
  await vi.waitFor(() => expect(asked).toHaveLength(3)); // although the preview has no answer
  asked[2]?.answer();
  await vi.waitFor(() => expect(canvas.found('selection')?.things).toHaveLength(1));
  expect(canvas.found('preview')).toBeUndefined();
  asked[1]?.answer();
  canvas.pointAt({ x: 200, y: 40 });
  await vi.waitFor(() => expect(asked).toHaveLength(4));
  expect(asked[3]?.points[0]).toEqual({ x: 120, y: 30 });
  expect(canvas.key('Escape')).toBe(true);
  asked[3]?.answer();
  canvas.pointAt({ x: 210, y: 40 });
  expect(canvas.found('preview')).toBeUndefined();
  expect(asked).toHaveLength(4);
});

test('the path has the width set in the options', async () => {
  const fixture = await withPoint();
  const { canvas, asked, settings } = fixture;
  fixture.settings = { ...settings, selecting: { ...settings.selecting, lineWidth: 30 } };
  canvas.pointAt({ x: 100, y: 20 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  canvas.select(lineMark({ x: 100, y: 20 }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ width }) => width)).toEqual([30, 30]);
});

test('shows a line that is drawn with the button down', async () => {
  const { canvas, asked } = await withPoint();
  canvas.pointAt({ x: 60, y: 20 });
  canvas.previewFrom({ x: 40, y: 10 });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.answer();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]?.points).toEqual([
    { x: 10, y: 10 },
    { x: 40, y: 10 },
    { x: 60, y: 20 },
  ]);
  asked[1]?.answer();
  await vi.waitFor(() => expect(end(canvas.found('preview')?.things)).toEqual([40, 10]));
  canvas.pointAt(undefined);
  canvas.previewFrom(undefined);
  expect(canvas.found('preview')).toBeUndefined();
});
