/**
 * The present, as far as periods go: a new value when a day of UTC begins, also after sleep. Bills are of the
 * service's days, so a clock of this computer that is a day off is corrected as soon as the service has answered.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { startOfCycle } from '../../../../shared/api/bill-periods.ts';
import { queries } from '../../../base/backend/client.ts';

/** How often is looked whether a day has begun, ms. */
const LOOK_EVERY = 30_000;

/** @returns seconds since 1970: the beginning of today, UTC */
export function useToday(isReady: boolean): number {
  const { data } = useQuery(queries.outlook.read.queryOptions({ enabled: isReady }));
  const ahead = data?.clockAhead ?? 0;
  const [, setDay] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setDay(todayOf(ahead)), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [ahead]);
  return todayOf(ahead);
}

/** @param ahead seconds that the service's clock is ahead */
function todayOf(ahead: number): number {
  return startOfCycle('Day', Math.floor(Date.now() / 1000) + ahead);
}
