/** In practice: a bundled photograph for an empty stage. */
import { useQuery } from '@tanstack/react-query';
import type { SamplePlace } from '../../../shared/contract/photos.ts';
import { queries } from '../../base/backend/client.ts';
import { useActiveConnection } from '../../base/backend/connections.ts';

/** @returns its id; `undefined` where none can be used: an account would pay for what is made of it */
export function useSample(place: SamplePlace): string | undefined {
  const isPractice = useActiveConnection()?.kind === 'practice';
  const samples = useQuery(queries.photos.samples.queryOptions({ enabled: isPractice }));
  return isPractice ? samples.data?.find((each) => each.place === place)?.id : undefined;
}
