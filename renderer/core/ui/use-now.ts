import { useEffect, useState } from 'react';

/**
 * @param every ms between updates
 * @param first the initial time; now unless given
 * @returns ms since 1970
 */
export function useNow(every: number, first?: number): number {
  const [now, setNow] = useState(() => first ?? Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** Returns the beginning of today, ms since 1970. */
export function useStartOfToday(): number {
  const [today, setToday] = useState(startOfToday);
  useEffect(() => {
    const timer = setInterval(() => setToday(startOfToday()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function startOfToday(): number {
  return new Date().setHours(0, 0, 0, 0);
}
