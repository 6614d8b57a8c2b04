import { Center } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Loading } from '../../../core/ui/Loading.tsx';
import { BlendBrush, blendPatch, useBlendState } from '../../../viewer/blending/index.ts';
import type { NamedState } from '../../../viewer/stage/comparing/PictureComparison.tsx';
import { usePeekKey } from '../../../core/commands/use-peek-key.ts';
import type { Viewer } from '../../../viewer/stage/viewer.ts';
import { pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { RedrawReference, ShowPart, startAtActualSize } from './StageEffects.tsx';
import { useReference } from './use-reference.ts';
import type { UpscaleResult } from '../../../../shared/contract/upscale.ts';
import type { ResampleKernel } from '../../../../shared/geometry/resample.ts';

export const REFERENCE_NAMES: Readonly<Record<ResampleKernel, string>> = {
  nearest: 'Original, nearest',
  bicubic: 'Original, bicubic',
  lanczos: 'Original, Lanczos',
};

/** @returns `undefined` without a result */
export function useResultView() {
  const session = useUpscaleSession();
  const { job, output, shown, isSeen, noteSeen, others, comparing, part } = useOpenResult();
  const chosen = useUpscale((state) => state.reference);
  const isCompared = useUpscale((state) => state.isCompared);
  const [isPeeking, setPeeking] = useState(false);
  usePeekKey(setPeeking);
  const { result, error } = shown;
  const other = others.find(({ id }) => chosen.kind === 'result' && id === chosen.jobId);
  const kernel =
    other === undefined ? (chosen.kind === 'result' ? 'lanczos' : chosen.kind) : undefined;
  const reference = useReference(isSeen ? result : undefined, kernel);
  const isPainting = useBlendState(session.blending, (state) => state.tool !== 'hand');
  // the result comes first: everything else waits until it is on the screen
  const blended = useBlend(job?.id ?? '', output?.id ?? 0, isSeen ? result : undefined);
  const url = result?.url;
  const plain = useMemo(
    () =>
      job === undefined || result === undefined || url === undefined
        ? undefined
        : { id: `${job.id} ${url}`, url, size: { width: result.width, height: result.height } },
    // the same address is the same picture
    [job?.id, url, result?.width, result?.height], // oxlint-disable-line react/exhaustive-deps
  );
  const picture = blended?.base ?? plain;
  const beside = useMemo((): NamedState | undefined => {
    if (picture === undefined) return undefined;
    if (other !== undefined) {
      const file = pictureOf(other);
      if (file?.width === undefined || file.height === undefined) return undefined;
      const size = { width: file.width, height: file.height };
      return {
        name: titleOfResult(other),
        picture: { id: other.id, url: file.url, size },
        rect: { x: 0, y: 0, ...picture.size },
      };
    }
    if (reference === undefined || kernel === undefined) return undefined;
    return {
      name: REFERENCE_NAMES[kernel],
      picture: { id: `reference ${kernel}`, url: '', size: picture.size, live: reference.source },
    };
  }, [picture, other, reference, kernel]);
  const states = useMemo(
    (): readonly NamedState[] =>
      job === undefined || beside === undefined
        ? []
        : [beside, { name: titleOfResult(job), patches: blended?.patches ?? [] }],
    [beside, job, blended],
  );
  const isComparing = (isCompared || isPeeking) && states.length > 0;
  if (job === undefined || output === undefined) return undefined;
  return {
    region: { 'aria-label': 'Result', 'data-menu': 'upscale.save upscale.compare upscale.back' },
    viewer: {
      picture,
      states,
      isComparing,
      comparing: isPeeking
        ? {
            ...comparing,
            mode: 'flicker' as const,
            turn: 0,
            isSwapped: false,
            isFlickering: false,
          }
        : comparing,
      label: `Result of ${job.title}`,
      series: job.id,
      patches: blended?.patches,
      overlay: isPainting && blended !== undefined && (
        <BlendBrush session={session.blending} isOff={isComparing} />
      ),
      onShown(viewer: Viewer, isNext: boolean) {
        startAtActualSize(viewer, isNext);
        noteSeen();
      },
    },
    over: (
      <>
        <ShowPart part={part} />
        <RedrawReference reference={reference} />
        <RedrawReference reference={blended?.reference} />
        {picture === undefined && (
          <Center pos="absolute" inset={0} p="lg">
            {error === null ? (
              <Loading label="Preparing the result" />
            ) : (
              <ErrorNotice error={readError(error)} />
            )}
          </Center>
        )}
      </>
    ),
  };
}

/** @returns `undefined` if nothing is blended, or until it can be drawn */
function useBlend(jobId: string, output: number, result: UpscaleResult | undefined) {
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
