/**
 * Returns a new value when a day of UTC begins, also after sleep. Uses the service's clock once it
 * has answered, as bills are by its days.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';
import { queries } from '../../../core/backend/client.ts';

/** Ms. */
const LOOK_EVERY = 30_000;

/** @returns seconds since 1970 at the beginning of today, UTC */
export function useToday(isReady: boolean): number {
  const { data } = useQuery(queries.spendForecast.read.queryOptions({ enabled: isReady }));
  const ahead = data?.clockAhead ?? 0;
  const [, setDay] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setDay(todayOf(ahead)), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [ahead]);
  return todayOf(ahead);
}

/** @param ahead seconds by which the service's clock is ahead */
function todayOf(ahead: number): number {
  return startOfCycle('Day', Math.floor(Date.now() / 1000) + ahead);
}
