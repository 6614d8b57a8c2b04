import { useEffect, useMemo } from 'react';
import type { UpscaleResult } from '../../../../shared/contract/upscale.ts';
import { blendPatch, useBlendState } from '../../../viewer/blending/index.ts';
import type { PicturePatch, ShownPicture } from '../../../viewer/stage/viewer-types.ts';
import type { Reference } from '../../../viewer/stage/comparing/reference.ts';
import { useUpscaleSession } from '../session/index.ts';
import { useReference } from './use-reference.ts';

interface BlendedPicture {
  /** The original, scaled to the size of the result. */
  readonly base: ShownPicture;
  readonly reference: Reference;
  readonly patches: readonly PicturePatch[];
}

/** @returns `undefined` if nothing is blended, or until it can be drawn */
export function useBlend(
  jobId: string,
  output: number,
  result: UpscaleResult | undefined,
): BlendedPicture | undefined {
  const { blending } = useUpscaleSession();
  const isPainting = useBlendState(blending, (state) => state.tool !== 'hand');
  const open = useBlendState(blending, (state) => state.open);
  const isChanged = useBlendState(
    blending,
    ({ history }) =>
      history !== undefined && (history.now.strength < 1 || history.now.strokes.length > 0),
  );
  const url = result?.original === undefined ? undefined : result.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    let isGone = false;
    async function read(): Promise<void> {
      await blending.open(undefined); // another finish is another picture
      if (!isGone) await blending.open({ jobId, output });
    }
    void read();
    return () => {
      isGone = true;
      void blending.open(undefined);
    };
  }, [blending, jobId, output, url]);
  const isOfResult = open?.output.jobId === jobId && open.described.layerUrl === url;
  const reference = useReference(
    isOfResult && (isPainting || isChanged) ? result : undefined,
    'lanczos',
  );
  const width = result?.width;
  const height = result?.height;
  return useMemo(() => {
    if (open === undefined || reference === undefined) return undefined;
    if (width === undefined || height === undefined) return undefined;
    const base = { id: `${jobId} base`, url: '', size: { width, height }, live: reference.source };
    return { base, reference, patches: [blendPatch(open)] };
  }, [open, reference, jobId, width, height]);
}
