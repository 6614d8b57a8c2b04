import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { PAID_AS } from '../../../../shared/recipes/paid-as.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import type { RunFile, StoredRun } from './run-rows.ts';

export function priceNow(
  step: RecipeStep | undefined,
  connectionId: string,
  prices: Pick<PriceStore, 'of'>,
): number | undefined {
  const kind = step && PAID_AS[step.kind];
  return kind === undefined ? 0 : prices.of(connectionId, kind);
}

/** Replaces the prices of a file's plan, because the user may have set others since. */
export function withPricesNow(
  file: RunFile,
  { steps, connectionId = '' }: Pick<StoredRun, 'steps' | 'connectionId'>,
  prices: Pick<PriceStore, 'of'>,
): RunFile {
  const { plan } = file;
  if (plan === undefined) return file;
  const priced = plan.steps.map(({ calls }, index) => {
    const price = priceNow(steps?.[index], connectionId, prices);
    return { calls, price };
  });
  return { ...file, plan: { ...plan, steps: priced } };
}
