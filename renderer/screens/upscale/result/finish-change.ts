import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import type { UpscaleResult } from '../../../../shared/contract/upscale.ts';

export function finishChange(
  client: QueryClient,
  { jobId, output }: OutputReference,
  queryKey: QueryKey,
) {
  return {
    // A new key resets the mutation, so that a late answer stays with its result.
    mutationKey: ['upscale finish', jobId, output],
    onSuccess(result: UpscaleResult): void {
      if (client.getQueryState(queryKey) !== undefined) client.setQueryData(queryKey, result);
    },
    onError: sayError,
  };
}
