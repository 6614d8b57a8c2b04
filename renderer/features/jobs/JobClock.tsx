/** Elapsed time, updated by itself. */
import { useNow } from '../../core/ui/use-now.ts';
import { formatDuration } from '../../core/ui/format.ts';

/** @param props.since milliseconds since 1970 */
export function JobClock({ since }: { readonly since: number }) {
  const now = useNow(500);
  return <span>{formatDuration(Math.max(0, now - since))}</span>;
}
