import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type {
  UpscaleFindings,
  UpscaleFinish,
  UpscaleResult,
} from '../../../../shared/contract/upscale.ts';
import { queries } from '../../../core/backend/client.ts';
import { finishChange } from './finish-change.ts';

export interface ShownResult {
  readonly result: UpscaleResult | undefined;
  readonly findings: UpscaleFindings | undefined;
  readonly error: Error | null;
  readonly isChanging: boolean;
  readonly setFinish: (finish: UpscaleFinish) => void;
}

const NONE: OutputReference = { jobId: '', output: 0 };

/**
 * @param reference `undefined` while no result is open
 * @param isInspected true once the picture is on the screen, as analysing its pixels must not delay
 * it
 */
export function useResult(
  reference: OutputReference | undefined,
  isInspected = false,
): ShownResult {
  const output = reference ?? NONE;
  const isOpen = reference !== undefined;
  const client = useQueryClient();
  const findings = useQuery({
    ...queries.upscale.inspect.queryOptions({ input: output }),
    enabled: isOpen && isInspected,
    staleTime: Infinity,
  }).data;
  // the place of the original in the result may be known better after the pixels were analysed
  const input = output;
  const key = [...queries.upscale.result.queryKey({ input }), findings?.rule ?? 'likely'];
  const query = useQuery({
    ...queries.upscale.result.queryOptions({ input }),
    queryKey: key,
    enabled: isOpen,
    // its address expires, so it is read again each time it is opened
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before: UpscaleResult | undefined, from) =>
      JSON.stringify(from?.queryKey.slice(0, 2)) === JSON.stringify(key.slice(0, 2))
        ? before
        : undefined,
  });
  const change = useMutation(
    queries.upscale.setFinish.mutationOptions(finishChange(client, output, key)),
  );
  return {
    result: query.data,
    findings,
    error: query.error,
    isChanging: change.isPending,
    setFinish: (finish) => change.mutate({ ...output, finish }),
  };
}
