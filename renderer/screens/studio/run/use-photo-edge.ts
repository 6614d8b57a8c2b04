import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CleanupEdge } from '../../../../shared/contract/cleanup.ts';
import { backend, queries } from '../../../base/backend/client.ts';
import { useStudio, useStudioSession } from '../session/index.ts';

/** @returns `edge`: `undefined` if the settings apply; `put`: `null` removes the photo's own */
export function usePhotoEdge() {
  const session = useStudioSession();
  const client = useQueryClient();
  const photoId = useStudio((state) => state.photo?.id) ?? '';
  const query = queries.cleanup.edge.queryOptions({ input: { photoId }, enabled: photoId !== '' });
  const edge = useQuery(query).data ?? undefined;
  const { mutate: put } = useMutation({
    mutationFn: (next: CleanupEdge | null) => backend.cleanup.putEdge({ photoId, edge: next }),
    onSuccess(_, next) {
      client.setQueryData(query.queryKey, next);
      session?.plan.askAgain();
    },
    onError: (thrown) => session?.showError(thrown),
  });
  return { edge, put };
}
