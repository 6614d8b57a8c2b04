import { MOST_LEFT_OUT } from '../../../../shared/contract/recipes.ts';
import type { RunFile } from './run-rows.ts';

/** @returns in the unit of prices; `undefined` if one is unknown */
export function planCost(
  steps: readonly { readonly calls: number; readonly price?: number | undefined }[],
): number | undefined {
  return steps.reduce<number | undefined>(
    (sum, { calls, price }) =>
      sum === undefined || (price === undefined && calls > 0)
        ? undefined
        : sum + calls * (price ?? 0),
    0,
  );
}

export function createSums(stepCount: number) {
  let planned = 0;
  let taking = 0;
  let calls = 0;
  let pixels = 0;
  let storedCalls = 0;
  let saved: number | undefined = 0;
  let isEstimate = false;
  let leftOutCount = 0;
  const leftOut: { position: number; name: string; reason: string }[] = [];
  const steps = Array.from(
    { length: stepCount },
    (): { calls: number; cost: number | undefined } => ({
      calls: 0,
      cost: 0,
    }),
  );
  return {
    add({ plan, error, position, name }: Pick<RunFile, 'plan' | 'error' | 'position' | 'name'>) {
      planned += 1;
      if (plan === undefined) {
        leftOutCount += 1;
        const reason = error?.message ?? '';
        if (leftOut.length < MOST_LEFT_OUT) leftOut.push({ position, name, reason });
        return;
      }
      taking += 1;
      calls += plan.calls;
      pixels += plan.pixels;
      storedCalls += plan.storedCalls;
      isEstimate ||= plan.isEstimate;
      for (const [index, { calls: more, price }] of plan.steps.entries()) {
        const step = steps[index];
        if (step === undefined) continue;
        step.calls += more;
        const isKnown = step.cost !== undefined && (price !== undefined || more === 0);
        step.cost = isKnown ? (step.cost ?? 0) + more * (price ?? 0) : undefined;
      }
      // Only the first step with calls has a known picture, so its price applies.
      if (plan.storedCalls > 0) {
        const price = plan.steps.find(({ calls: some }) => some > 0)?.price;
        saved =
          saved === undefined || price === undefined ? undefined : saved + plan.storedCalls * price;
      }
    },
    read() {
      const cost = steps.reduce<number | undefined>(
        (sum, step) => (sum === undefined || step.cost === undefined ? undefined : sum + step.cost),
        0,
      );
      return {
        planned,
        taking,
        calls,
        pixels,
        storedCalls,
        isEstimate,
        cost,
        costWithStored: cost === undefined || saved === undefined ? undefined : cost - saved,
        steps: steps.map(({ calls: of, cost: each }) => ({
          calls: of,
          ...(each === undefined ? {} : { cost: each }),
        })),
        leftOutCount,
        leftOut: [...leftOut],
      };
    },
  };
}
