import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/backend/client.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';

/** Has no data while the forecast is still that of another connection. */
export function useForecast(isReady = true) {
  const connection = useActiveConnection();
  const { data, error } = useQuery(queries.spendForecast.read.queryOptions({ enabled: isReady }));
  return { data: data?.connectionId === connection?.id ? data : undefined, error };
}
