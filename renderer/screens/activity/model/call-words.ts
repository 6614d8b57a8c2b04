import type { Operation, RecordedCall } from '../../../../shared/contract/activity.ts';
import { OUTCOME_WORDS } from '../../../../shared/activity/words.ts';
import { count, formatBytes, formatDuration } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';

/** Units of 10^-10 USD in 1/10000 USD. */
const FINE = 1_000_000;

export function endInWords({ outcome, status }: RecordedCall): string {
  return status === undefined ? OUTCOME_WORDS[outcome] : `${OUTCOME_WORDS[outcome]} ${status}`;
}

export function endColor({ outcome }: RecordedCall): string {
  return outcome === 'failed' || outcome === 'unknown' ? 'var(--gesso-negative)' : 'dimmed';
}

export function durationInWords({ milliseconds }: RecordedCall): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : formatDuration(milliseconds);
}

export function bytesInWords({ sentBytes, receivedBytes }: RecordedCall): string {
  return `↑ ${formatBytes(sentBytes)} ↓ ${formatBytes(receivedBytes)}`;
}

export function costInWords({ cost, isPractice }: RecordedCall): string | undefined {
  if (isPractice) return 'Free';
  if (cost === undefined) return undefined;
  if (cost === 0) return 'Free';
  const price = cost / FINE;
  return price < 1 ? '< $0.0001' : formatMoney(Math.round(price));
}

const NEVER_CHARGED: ReadonlySet<Operation> = new Set([
  'task-result',
  'task-progress',
  'download',
  'training-ticket',
  'upload',
  'models',
  'bills',
]);

/** The cost in a list, where most calls are of a kind that is never charged: those say nothing. */
export function costInList(call: RecordedCall): string | undefined {
  const cost = costInWords(call);
  return cost === 'Free' && NEVER_CHARGED.has(call.operation) ? undefined : cost;
}

export function repeatsInWords({ tries, looks }: RecordedCall): string {
  if (looks > 1) return count(looks, 'check');
  return tries > 1 ? count(tries, 'try', 'tries') : '';
}

/** Strips the base path that all calls share: "api.example.com/v3/cleanup". */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//u, '');
}
