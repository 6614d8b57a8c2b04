/** Cancels runs that were not sent yet, and says what that saves. */
import type { Job } from '../../../shared/contract/jobs.ts';
import { formatMoney } from '../../core/ui/money.ts';
import type { RunActions } from './run-actions.ts';
import { jobsCost } from './run-entries.ts';
import { SmallButton } from '../../core/ui/variants.ts';

/** Shows nothing if none is waiting. */
export function CancelWaiting(props: {
  readonly jobs: readonly Job[];
  readonly runs: Pick<RunActions, 'cancelWaiting'>;
}) {
  const { jobs, runs } = props;
  const waiting = jobs.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  const saved = jobsCost(waiting);
  const number = waiting.length === 1 ? '' : ` ${waiting.length} waiting`;
  const sum = saved === undefined || saved === 0 ? '' : ` (saves ${formatMoney(saved)})`;
  return (
    <SmallButton onClick={() => void runs.cancelWaiting(waiting.map(({ id }) => id))}>
      {`Cancel${number}${sum}`}
    </SmallButton>
  );
}
