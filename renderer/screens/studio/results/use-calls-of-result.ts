import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/backend/client.ts';
import type { CallsAhead } from '../../../features/jobs/job-words.ts';
import { useStudio } from '../session/index.ts';

/** @returns `undefined` before the backend has answered */
export function useCallsOfResult(patchId: string): CallsAhead | undefined {
  const photoId = useStudio((state) => state.photo?.id ?? '');
  const { data } = useQuery({
    ...queries.cleanup.planPatchAgain.queryOptions({ input: { photoId, patchId } }),
    staleTime: 0,
    gcTime: 0,
  });
  return data && { ...data.plan, calls: data.plan.calls.length };
}
