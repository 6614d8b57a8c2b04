/** Elapsed time that counts by itself. */
import { useEffect, useState } from 'react';
import { formatDuration } from '../../base/ui/format.ts';

/** @param props.since milliseconds since 1970 */
export function JobClock({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span>{formatDuration(Math.max(0, now - since))}</span>;
}
