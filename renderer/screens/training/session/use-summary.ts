import { useQuery } from '@tanstack/react-query';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';

/** Reads the counters; the component renders again only when the selected part changes. */
export function useTrainingSummary<Selected = TrainingSummary>(
  select?: (summary: TrainingSummary) => Selected,
) {
  const { isInFront } = useScreen();
  return useQuery(queries.training.summary.queryOptions({ enabled: isInFront, select }));
}
