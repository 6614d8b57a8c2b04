import { Center } from '@mantine/core';
import { useMemo, useState } from 'react';
import { readError } from '../../../core/backend/read-error.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Loading } from '../../../core/ui/Loading.tsx';
import { BlendBrush, useBlendState } from '../../../viewer/blending/index.ts';
import type { NamedState } from '../../../viewer/stage/comparing/PictureComparison.tsx';
import { usePeekKey } from '../../../core/screen/use-peek-key.ts';
import type { Viewer } from '../../../viewer/stage/viewer.ts';
import { pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { REFERENCE_NAMES } from './reference-names.ts';
import { RedrawReference, ShowPart, startAtActualSize } from './StageEffects.tsx';
import { useReference } from './use-reference.ts';
import { useBlend } from './use-blend.ts';

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
