/** The present, as far as periods go: a new value when a day of UTC begins, also after sleep. */
import { useEffect, useState } from 'react';
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';

/** How often is looked whether a day has begun, ms. */
const LOOK_EVERY = 30_000;

/** @returns seconds since 1970: the beginning of today, UTC */
export function useToday(): number {
  const [today, setToday] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setToday(now()), LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return today;
}

function now(): number {
  return startOfCycle('Day', Math.floor(Date.now() / 1000));
}
