/** Scales the original to the size of its result, by a classical method. */
import { useEffect, useState } from 'react';
import type { UpscaleResult } from '../../../../shared/contract/upscale.ts';
import { createReference, type Reference } from '../../../viewer/stage/comparing/reference.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';
import { useUpscaleSession } from '../session/index.ts';

/** @returns `undefined` until it can be drawn, and if the original is gone */
export function useReference(
  result: Pick<UpscaleResult, 'original' | 'placement' | 'width' | 'height'> | undefined,
  kernel: ResampleKernel | undefined,
): Reference | undefined {
  const session = useUpscaleSession();
  const [shown, setShown] = useState<{ order: string; reference: Reference }>();
  const { original, placement, width = 0, height = 0 } = result ?? {};
  // equal values are the same order
  const order =
    original === undefined || placement === undefined || kernel === undefined
      ? undefined
      : JSON.stringify({
          url: original.url,
          size: { width: original.width, height: original.height },
          hasAlpha: original.hasAlpha,
          rect: original.rect,
          target: { width, height },
          placement,
          kernel,
        });
  useEffect(() => {
    if (order === undefined) return undefined;
    const controller = new AbortController();
    let own: Reference | undefined;
    async function make(text: string): Promise<void> {
      try {
        own = await createReference(JSON.parse(text), controller.signal);
        if (controller.signal.aborted) own.destroy();
        else setShown({ order: text, reference: own });
      } catch (thrown) {
        if (!controller.signal.aborted) session.runs.fail(thrown);
      }
    }
    void make(order);
    return () => {
      controller.abort();
      setShown(undefined);
      own?.destroy();
    };
  }, [order, session]);
  // that of the result before is about to be destroyed
  return shown?.order === order ? shown?.reference : undefined;
}
