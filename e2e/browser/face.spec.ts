/** Measures the interface on every screen: type sizes, radii, heights, words, unnamed controls, contrast. */
import type { Page } from 'playwright';
import { expectAccessible } from '../flows/axe.ts';
import { showLastMonth } from '../flows/spend.ts';
import { boxOf } from '../flows/studio.ts';
import { wordsInSight } from '../flows/words.ts';
import { expect, test } from '../support/gesso.ts';

/**
 * Screens with something that each shows on a first visit, the most words that are in sight then, and the most
 * controls with neither a word nor a picture. Spend and Activity show rows of data.
 */
const SCREENS = [
  { name: 'Studio', shows: 'Remove anything from a photo', words: 70, unnamed: 16 },
  { name: 'Faces', shows: 'Put a face into another picture', words: 70, unnamed: 6 },
  { name: 'Upscale', shows: 'Enlarge a picture up to four times', words: 80, unnamed: 3 },
  { name: 'Video', shows: 'Make a picture move', words: 80, unnamed: 5 },
  { name: 'Recipes', shows: 'Repeat your steps on many pictures', words: 75, unnamed: 5 },
  { name: 'Language', shows: 'Write three captions', words: 80, unnamed: 6 },
  { name: 'Training', shows: 'Upload training pictures', words: 50, unnamed: 3 },
  { name: 'Tasks', shows: 'No tasks yet.', words: 45, unnamed: 4 },
  { name: 'Activity', shows: 'Today', words: 200, unnamed: 4 },
  { name: 'Spend', shows: 'All rows', words: 240, unnamed: 6 },
  { name: 'Settings', shows: 'Keys are kept in memory only', words: 115, unnamed: 2 },
] as const;

/** Screens whose foot has the main button; Chat has it in the composer. */
const WITH_MAIN: ReadonlySet<string> = new Set([
  'Studio',
  'Faces',
  'Upscale',
  'Video',
  'Recipes',
  'Training',
]);

const FONT_SIZES = ['11px', '12px', '13px', '15px', '20px', '28px'];
const WEIGHTS = ['400', '500', '600'];
const RADII = ['4px', '6px', '10px'];
const CONTROL_HEIGHTS = [24, 32, 40];

test('every screen uses the tokens, and is readable in both themes @second', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });
  const rectangles = new Set<string>();
  for (const screen of SCREENS) {
    const { name, words, unnamed } = screen;
    await show(page, screen);
    const found = await counted(page);
    expect(beyond(found.fontSizes, FONT_SIZES), `font sizes of ${name}`).toEqual([]);
    expect(beyond(found.weights, WEIGHTS), `weights of ${name}`).toEqual([]);
    expect(beyond(found.radii, RADII), `radii of ${name}`).toEqual([]);
    expect(found.heights, `heights of controls of ${name}`).toEqual([]);
    // in January, the rows of last month have a year
    const years = page.getByText(/^\d+ \w{3} \d{4}$/u).filter({ visible: true });
    const most = words + (await years.count());
    expect.soft(await wordsInSight(page), `words of ${name}`).toBeLessThanOrEqual(most);
    expect.soft(found.unnamed, `controls without a word of ${name}`).toBeLessThanOrEqual(unnamed);
    if (WITH_MAIN.has(name)) rectangles.add(await mainButton(page));
    await expectAccessible(page);
  }
  expect([...rectangles], 'places of the main button').toHaveLength(1);

  // Settings are in front
  await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Light').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  for (const screen of SCREENS) {
    await show(page, screen);
    await expectAccessible(page, { rules: ['color-contrast'] });
  }
});

async function show(page: Page, { name, shows }: (typeof SCREENS)[number]): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  if (name === 'Spend') await showLastMonth(page);
  await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
  await page.mouse.move(700, 10);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
}

function beyond(found: readonly string[], allowed: readonly string[]): readonly string[] {
  return found.filter((each) => !allowed.some((one) => each.startsWith(`${one} `)));
}

async function mainButton(page: Page): Promise<string> {
  const { x, y, width, height } = await boxOf(page.locator('aside [data-main]:visible'));
  return [x + width, y, height].map((each) => Math.round(each)).join(', ');
}

/** What is in sight, each value with an example of where it stands. */
function counted(page: Page) {
  return page.evaluate((allowedHeights) => {
    const seen = (element: Element): boolean => {
      const { width, height, top, bottom } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || bottom < 0 || top > window.innerHeight) return false;
      return element.checkVisibility({ visibilityProperty: true });
    };
    const example = (element: Element): string =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)}`;
    const values = { fontSizes: new Map(), weights: new Map(), radii: new Map() };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const { parentElement: parent, textContent } = texts.currentNode;
      if (parent === null || textContent === null || textContent.trim() === '') continue;
      if (!seen(parent) || parent.closest('script, style, noscript, svg') !== null) continue;
      const { fontSize, fontWeight } = getComputedStyle(parent);
      values.fontSizes.set(fontSize, example(parent));
      values.weights.set(fontWeight, example(parent));
    }
    const isRound = (radius: string, element: Element): boolean =>
      radius.includes('%') ||
      Number.parseFloat(radius) * 2 >= Math.min(element.clientWidth, element.clientHeight);
    const heights: string[] = [];
    let unnamed = 0;
    for (const element of document.body.querySelectorAll('*')) {
      if (!seen(element)) continue;
      const { borderTopLeftRadius: radius } = getComputedStyle(element);
      if (radius !== '0px' && !isRound(radius, element)) {
        values.radii.set(radius, example(element));
      }
      if (!element.matches('button, [role=combobox], input:not([type=checkbox], [type=radio])')) {
        continue;
      }
      if (element.matches('button:not(:has(img))') && element.textContent.trim() === '') unnamed++;
      if (
        !element.matches(
          '[class*=mantine-Button-root], [class*=mantine-ActionIcon-root], [class*=mantine-Input-input]:not(textarea)',
        )
      ) {
        continue;
      }
      const { height } = element.getBoundingClientRect();
      if (!allowedHeights.some((each) => Math.abs(each - height) < 0.6)) {
        heights.push(`${height} px: ${example(element)}`);
      }
    }
    const listed = (map: Map<string, string>) => [...map].map((pair) => pair.join(' '));
    return {
      fontSizes: listed(values.fontSizes),
      weights: listed(values.weights),
      radii: listed(values.radii),
      heights,
      unnamed,
    };
  }, CONTROL_HEIGHTS);
}
