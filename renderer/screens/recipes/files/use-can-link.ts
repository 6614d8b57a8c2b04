/** True under Electron, which reads files at their paths; false in a browser. */
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../base/backend/client.ts';

export function useCanLink(): boolean {
  const { data } = useQuery(queries.app.info.queryOptions());
  return data?.canLink === true;
}
