/** Formats the terminal output of a recipe. */
import { basename, join, relative } from 'node:path';
import type { RecipeFile, RecipePlan } from '../../shared/contract/recipes.ts';
import { withoutName } from '../../shared/errors/without-name.ts';
import { formatNumber } from '../../shared/numbers.ts';
import { formatAmount } from '../../shared/spend/exact-money.ts';

/** @param cost 1/10000 USD */
export function shownAmount(cost: number): string {
  return formatAmount({ exact: String(cost), hasDecimals: true });
}

export function countWords(number: number, one: string, more = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : more}`;
}

/** Cost of a plan with saved results; `undefined` if unknown and not free. */
export function plannedCost(plan: RecipePlan): number | undefined {
  if (plan.isPractice || plan.calls === plan.storedCalls) return 0;
  return plan.costWithStored;
}

/** @param leftOut skipped paths as the user would type them, with reasons */
export function planLines(
  recipe: string,
  plan: RecipePlan,
  leftOut: readonly { readonly name: string; readonly reason: string }[],
): readonly string[] {
  const { calls, storedCalls, taking, isEstimate, leftOutCount } = plan;
  const cost = plannedCost(plan);
  const saved = storedCalls === 0 ? '' : `, ${formatNumber(storedCalls)} of them saved results`;
  const estimate = isEstimate && calls > 0 ? ' (estimated: more is known on the way)' : '';
  const unlisted = leftOutCount - plan.leftOut.length;
  return [
    `Recipe: ${recipe}`,
    `Files: ${formatNumber(taking)}`,
    `Calls: ${formatNumber(calls)}${saved}${estimate}`,
    `Cost: ${costWords(plan, cost)}`,
    ...leftOut.map(({ name, reason }) => `Left out: ${reasonLine(name, reason)}`),
    ...(unlisted > 0 ? [`Left out: ${countWords(unlisted, 'more file')}`] : []),
  ];
}

function costWords(plan: RecipePlan, cost: number | undefined): string {
  if (plan.isPractice) return 'free (practice)';
  if (cost === undefined) return 'unknown. Set a price in Gesso’s settings.';
  return cost === 0 ? 'free' : shownAmount(cost);
}

/** @param path as the user would type it, like `to` */
export function fileLine(file: RecipeFile, path: string, to: string): string {
  switch (file.state) {
    case 'done': {
      const saved = file.steps.flatMap((step) => (step.saved === undefined ? [] : [step.saved]));
      const places = saved.map(({ name }) => join(to, name)).join(', ');
      return places === '' ? `done: ${path}` : `done: ${path} → ${places}`;
    }
    case 'failed':
      return `failed: ${reasonLine(path, file.error?.message)}`;
    case 'left-out':
      return `left out: ${reasonLine(path, file.error?.message)}`;
    default:
      return `${file.state}: ${path}`;
  }
}

/** @param path as the user would type it */
function reasonLine(path: string, reason = ''): string {
  return `${path}: ${withoutName(reason, basename(path))}`;
}

/** Shortest way to type a path in `folder`. */
export function shortPath(path: string, folder: string): string {
  const way = relative(folder, path);
  return way.startsWith('..') ? path : way === '' ? '.' : way;
}
