import { useQuery } from '@tanstack/react-query';
import type { SamplePlace } from '../../../shared/contract/photos.ts';
import { queries } from '../../core/backend/client.ts';
import { useActiveConnection } from '../../core/backend/connections.ts';

/**
 * @returns `undefined` if none can be used, because an account would pay for what is made of it;
 * `null` until it is known, so that buttons do not move
 */
export function useSample(place: SamplePlace): string | undefined | null {
  const isPractice = useActiveConnection()?.kind === 'practice';
  const samples = useQuery(queries.photos.samples.queryOptions({ enabled: isPractice }));
  if (!isPractice) return undefined;
  return samples.isPending ? null : samples.data?.find((each) => each.place === place)?.id;
}

/**
 * A form's slot for a picture: drop, paste, select a file, recent pictures.
 * @example
 * const slot = usePictureSlot((photo) => remember(photo?.id));
 * <PictureSlotField slot={slot} name="Face" nothing="No face" hint="Drop a face here" />
 */
export { PictureSlotField } from './PictureSlotField.tsx';

export { usePictureSlot, usePictureSlotState } from './PictureSlotField.tsx';
export type { PictureSlot } from './picture-slot.ts';
