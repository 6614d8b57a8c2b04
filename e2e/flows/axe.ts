/** Checks a page with axe. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from '../support/gesso.ts';

/**
 * Fails with the rules that the page breaks, and the elements that break them.
 *
 * @param options.rules only these; all unless given
 * @param options.without not these
 * @param options.within a selector; the whole page unless given
 */
export async function expectAccessible(
  page: Page,
  options: {
    readonly rules?: readonly string[] | undefined;
    readonly without?: readonly string[];
    readonly within?: string;
  } = {},
): Promise<void> {
  const { rules, without = [], within } = options;
  // the builder would evaluate its 600 kB twice for each check
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(new AxeBuilder({ page })['script']());
  }
  const axe = new AxeBuilder({ page, axeSource: 'undefined' })
    // in the page itself: a page of its own, for frames of other sites, takes twice as long
    .setLegacyMode(true)
    .options({
      resultTypes: ['violations'],
      ...(rules !== undefined && { runOnly: { type: 'rule', values: [...rules] } }),
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    ),
  ).toEqual([]);
}
