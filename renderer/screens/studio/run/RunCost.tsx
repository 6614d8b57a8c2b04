/** The expected cost of the next run. */
import { CostLine } from '../../../work/jobs/CostLine.tsx';
import { useRun } from '../session/index.ts';

/** @param props.number of calls, saved results included */
export function RunCost({ number }: { readonly number: number }) {
  const operation = useRun((state) => state.operation);
  const calls = useRun((state) => state.calls);
  const saved = (calls?.calls ?? []).filter(({ stored }) => stored !== undefined).length;
  return <CostLine kind={operation} calls={number} saved={saved} />;
}
