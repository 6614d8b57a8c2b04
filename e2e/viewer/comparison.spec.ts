/** Two to four pictures on one stage, and two stages with linked views. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import { byDepth } from '../../electron/testing/depth.ts';
import type { ComparisonMode } from '../../renderer/viewer/stage/viewer-types.ts';
import type { HarnessScreen } from './harness.tsx';
import type { NamedState } from '../../renderer/viewer/stage/comparing/PictureComparison.tsx';
import { SECOND_TIER_TAG } from '../../scripts/test/second-tier.ts';
import {
  LARGE,
  LARGE_QUARTERS,
  plain,
  PLAIN,
  QUARTERS,
  SIZE,
  test,
  VIEWPORT,
  type PlainName,
  type Rgb,
  type Shot,
} from './fixture.ts';

const FIRST = plain('red');

function states(...names: readonly PlainName[]): readonly NamedState[] {
  return names.map((name) =>
    name === 'red' ? { name, patches: [] } : { name, picture: plain(name) },
  );
}

function comparing(mode: ComparisonMode, ...names: readonly PlainName[]): HarnessScreen {
  return { kind: 'comparison', picture: FIRST, states: states(...names), mode };
}

/** Calculates where each part of the stage begins, without the viewer's code. Device pixels. */
function parts(
  count: number,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const columns = count === 4 ? 2 : count;
  const rows = count === 4 ? 2 : 1;
  const cell = { width: Math.floor(width / columns), height: Math.floor(height / rows) };
  return Array.from({ length: count }, (_, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns);
    const x = column === columns - 1 ? width - cell.width : Math.floor((column * width) / columns);
    const y = row === rows - 1 ? height - cell.height : 0;
    return { x, y, ...cell };
  });
}

/** Expects each part to show its colour and the same part of the picture. */
function expectSameInParts(shot: Shot, colors: readonly Rgb[]): void {
  const seen = parts(colors.length, shot).map((part, index) => {
    const color = colors[index] ?? [0, 0, 0];
    // a row and a column clear of the names and the bar
    const run = shot.run(part.y + Math.floor(part.height / 2), color);
    const fall = shot.fall(part.x + Math.floor(part.width * 0.9), color);
    return {
      from: (run?.from ?? Number.NaN) - part.x,
      to: (run?.to ?? Number.NaN) - part.x,
      inside: run !== undefined && run.from >= part.x && run.to < part.x + part.width,
      top: (fall?.from ?? Number.NaN) - part.y,
    };
  });
  const [first] = seen;
  expect(first?.inside).toBe(true);
  for (const other of seen.slice(1)) {
    expect(other.inside).toBe(true);
    expect(Math.abs(other.from - (first?.from ?? 0))).toBeLessThanOrEqual(1);
    expect(Math.abs(other.to - (first?.to ?? 0))).toBeLessThanOrEqual(1);
  }
}

test.describe('pictures on one stage', () => {
  for (const ratio of byDepth([2], [1, 2])) {
    test(`splits at the line (ratio ${ratio})`, async ({ open }) => {
      const { page, show, expectColor, shot } = await open({ ratio });
      await show(comparing('split', 'red', 'green'));
      const y = 200 * ratio; // not where the handle of the line is
      await expectColor(300 * ratio, y, PLAIN.red);
      await expectColor(700 * ratio, y, PLAIN.green);
      const line = page.getByRole('slider', { name: 'Split line' });
      await line.focus();
      for (let press = 0; press < 2; press++) await page.keyboard.press('Shift+ArrowLeft');
      await expect(line).toHaveAttribute('aria-valuenow', '30');
      const at = Math.round(0.3 * VIEWPORT.width * ratio);
      // next to the line, which is 4 CSS pixels wide with its shadow
      await expectColor(at - 3 * ratio, y, PLAIN.red);
      await expectColor(at + 3 * ratio, y, PLAIN.green);
      const seen = await shot();
      expect(seen.run(y, PLAIN.red)?.to).toBeLessThan(at);
      expect(seen.run(y, PLAIN.green)?.from).toBeGreaterThanOrEqual(at);

      await page.keyboard.press('x'); // swapped: the line stays where it is
      await expectColor(at - 3 * ratio, y, PLAIN.green);
      await expectColor(at + 3 * ratio, y, PLAIN.red);
      await expect(page.getByTestId('first-state')).toHaveText('green');
    });
  }

  for (const names of [
    ['red', 'green'],
    ['red', 'green', 'blue'],
    ['red', 'green', 'blue', 'yellow'],
  ] as const) {
    const tier = names.length === 3 ? '' : ` ${SECOND_TIER_TAG}`;
    test(`splits ${names.length} into whole pixels, moved as one${tier}`, async ({ open }) => {
      const { page, show, expectColor, shot, drag } = await open();
      await show(comparing('side-by-side', ...names));
      const colors = names.map((name) => PLAIN[name]);
      const areas = parts(names.length, VIEWPORT);
      const stableShot = async (): Promise<Shot> => {
        for (const [index, color] of colors.entries()) {
          const area = areas[index] ?? { x: 0, y: 0, width: 0, height: 0 };
          await expectColor(area.x + area.width / 2, area.y + area.height / 2, color);
        }
        return shot();
      };
      expectSameInParts(await stableShot(), colors);
      const last = areas.at(-1) ?? { x: 0, y: 0, width: 0, height: 0 };
      const middle = { x: last.x + last.width / 2, y: last.y + last.height / 2 };
      const before = (await shot()).run(middle.y, colors.at(-1) ?? PLAIN.red);
      await page.mouse.move(middle.x, middle.y);
      await page.mouse.wheel(0, 200);
      await expect
        .poll(async () => (await shot()).run(middle.y, colors.at(-1) ?? PLAIN.red)?.to)
        .toBeLessThan(before?.to ?? 0);
      await drag(middle, { x: middle.x + 20, y: middle.y });
      expectSameInParts(await stableShot(), colors);
      for (const [index, name] of names.entries()) {
        const place = ['first', 'second', 'third', 'fourth'][index];
        await expect(page.getByTestId(`${place}-state`)).toHaveText(name);
      }
      // two have a line between them, more do not
      await expect(page.getByText('Split line')).toHaveCount(names.length === 2 ? 1 : 0);
    });
  }

  test('alternates by hand when the system asks for less motion @second', async ({ open }) => {
    const { page, show, expectColor } = await open({ isStill: true });
    await show(comparing('flicker', 'red', 'green', 'blue'));
    const state = page.getByTestId('state');
    for (const name of ['red', 'green', 'blue', 'red'] as const) {
      await expect(state).toHaveText(name);
      await expectColor(500, 350, PLAIN[name]);
      await page.getByRole('button', { name: 'Next state (X)' }).click();
    }
    await expect(state).toHaveText('green');
    await page.getByRole('application').focus();
    await page.keyboard.press('x');
    await expect(state).toHaveText('blue');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  });

  test('alternates automatically until it is stopped', async ({ open }) => {
    const { page, show } = await open({ isStill: false });
    await show(comparing('flicker', 'red', 'green'));
    const state = page.getByTestId('state');
    await expect(state).toHaveText('green');
    await expect(state).toHaveText('red');
    await page.getByRole('button', { name: 'Pause' }).click();
    const name = await state.textContent();
    await page.getByRole('button', { name: 'Next state (X)' }).click();
    await expect(state).toHaveText(name === 'red' ? 'green' : 'red');
  });

  test('keeps a moved bar on the stage when the window becomes smaller', async ({ open }) => {
    const { page, show } = await open();
    await show(comparing('split', 'red', 'green'));
    const grip = page.getByRole('button', { name: 'Move comparison bar' });
    await grip.focus();
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    await page.setViewportSize({ width: 500, height: 400 });
    const bar = page.getByRole('region', { name: 'Comparison' });
    await expect(bar).toBeInViewport({ ratio: 1 });
  });

  test('shows an enlarged picture at the position and size of its original', async ({ open }) => {
    const { show, expectColor, page, shot } = await open();
    const original = { id: 'quarters', url: '/quarters.png', size: SIZE };
    await show({
      kind: 'comparison',
      picture: original,
      states: [
        { name: 'Original', patches: [] },
        { name: 'Enlarged', picture: { id: 'large', url: '/large.png', size: LARGE } },
      ],
      mode: 'side-by-side',
    });
    const [left, right] = parts(2, VIEWPORT);
    if (left === undefined || right === undefined) throw new Error('Two parts were expected.');
    await expectColor(left.x + 150, 320, QUARTERS[0]);
    await expectColor(right.x + 150, 320, LARGE_QUARTERS[0]);
    /** @param isWhole the outer edges are seen too, not covered by the line between the parts */
    const check = async (isWhole: boolean): Promise<void> => {
      const seen = await shot();
      for (const quarter of [0, 1, 2, 3] as const) {
        const y = quarter < 2 ? 320 : 380;
        const a = seen.run(y, QUARTERS[quarter]);
        const b = seen.run(y, LARGE_QUARTERS[quarter]);
        if (a === undefined || b === undefined) throw new Error(`Quarter ${quarter} is not seen.`);
        const isLeft = quarter % 2 === 0;
        const from = Math.abs(b.from - right.x - a.from);
        const to = Math.abs(b.to - right.x - a.to);
        expect(isLeft ? to : from, `inner edge of quarter ${quarter}`).toBeLessThanOrEqual(1);
        if (isWhole) expect(isLeft ? from : to, `outer ${quarter}`).toBeLessThanOrEqual(1);
      }
    };
    await check(true);
    await page.mouse.move(260, 340);
    await page.mouse.wheel(0, -200);
    await expectColor(4, 320, QUARTERS[0]);
    await check(false);
  });

  test('centres a picture of another shape whole in the first', async ({ open }) => {
    const { show, expectColor, shot } = await open();
    const tall = { id: 'tall', url: '/tall.png', size: { width: 600, height: 1200 } };
    await show({
      kind: 'comparison',
      picture: FIRST,
      states: [
        { name: 'Wide', patches: [] },
        { name: 'Tall', picture: tall },
      ],
      mode: 'flicker',
    });
    await expectColor(500, 350, PLAIN.red);
    const wide = (await shot()).run(320, PLAIN.red);
    await show({
      kind: 'comparison',
      picture: FIRST,
      states: [
        { name: 'Tall', picture: tall },
        { name: 'Wide', patches: [] },
      ],
      mode: 'flicker',
    });
    await expectColor(490, 320, QUARTERS[0]);
    const seen = await shot();
    expect(seen.run(320, PLAIN.red)).toBeUndefined(); // the first is not visible below it
    const left = seen.run(320, QUARTERS[0]);
    const right = seen.run(320, QUARTERS[1]);
    const middle = ((wide?.from ?? 0) + (wide?.to ?? 0)) / 2;
    expect(Math.abs(((left?.from ?? 0) + (right?.to ?? 0)) / 2 - middle)).toBeLessThanOrEqual(1);
    const share = ((right?.to ?? 0) - (left?.from ?? 0)) / ((wide?.to ?? 0) - (wide?.from ?? 1));
    expect(share).toBeCloseTo(600 / 1600, 2);
  });

  test('reports a damaged picture, and keeps the first', async ({ open }) => {
    const { page, show, expectColor, complaints } = await open();
    await show({
      kind: 'comparison',
      picture: FIRST,
      states: [
        { name: 'red', patches: [] },
        { name: 'broken', picture: { id: 'broken', url: '/broken.jpg', size: LARGE } },
      ],
    });
    await expect
      .poll(() => page.evaluate(() => window.viewerHarness?.errors))
      .toEqual(['damaged-file']);
    await expectColor(300, 350, PLAIN.red);
    await expectColor(700, 350, PLAIN.red);
    expect(complaints).toEqual([]);
  });

  test('is reachable and readable for everyone', async ({ open }) => {
    const { page, show, expectColor } = await open();
    await show(comparing('flicker', 'red', 'green', 'blue', 'yellow'));
    await expectColor(500, 350, PLAIN.red);
    const { violations } = await new AxeBuilder({ page }).include('#root').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

test.describe('pictures on two stages', () => {
  test('zoom and move together, each at its own size, and alone again', async ({ open }) => {
    const { page, show, drag, shot, expectColor } = await open();
    await show({
      kind: 'linked',
      pictures: [
        { id: 'small', url: '/quarters.png', size: SIZE },
        { id: 'large', url: '/large.png', size: LARGE },
      ],
    });
    const half = 500.5;
    await expectColor(150, 320, QUARTERS[0]);
    await expectColor(half + 150, 320, LARGE_QUARTERS[0]);
    const zooms = () =>
      Promise.all(
        ['small', 'large'].map(async (name) =>
          Number.parseInt(
            (await page.getByRole('status', { name: `Zoom of ${name}` }).textContent()) ?? '',
            10,
          ),
        ),
      );
    await page.mouse.move(200, 300);
    const [fitted = 0] = await zooms();
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await zooms())[0]).toBeGreaterThan(fitted * 1.5);
    const [small = 0, large = 0] = await zooms();
    expect(Math.abs(large - small / 2)).toBeLessThanOrEqual(1);

    await drag({ x: half + 250, y: 300 }, { x: half + 290, y: 340 });
    const crossing = async (): Promise<readonly number[]> => {
      const seen = await shot();
      const y = seen.fall(200, QUARTERS[0])?.to ?? 0;
      const x = seen.run(200, QUARTERS[0])?.to ?? 0;
      const besideY = seen.fall(half + 200, LARGE_QUARTERS[0])?.to ?? 0;
      const besideX = (seen.run(200, LARGE_QUARTERS[0])?.to ?? 0) - half;
      return [Math.abs(besideX - x), Math.abs(besideY - y)];
    };
    await expect.poll(async () => Math.max(...(await crossing()))).toBeLessThanOrEqual(2);

    await page.getByRole('button', { name: 'Zoom each alone' }).click();
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, -300);
    await expect.poll(async () => (await zooms())[0]).toBeGreaterThan(small);
    expect((await zooms())[1]).toBe(large);

    await page.getByRole('button', { name: 'Zoom together' }).click();
    await expect
      .poll(async () => {
        const [a = 0, b = 0] = await zooms();
        return Math.abs(b - a / 2);
      })
      .toBeLessThanOrEqual(1);
  });
});
