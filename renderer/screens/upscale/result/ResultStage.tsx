import { Box, Center } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Loading } from '../../../core/ui/Loading.tsx';
import { MixBrush, useMixState } from '../../../viewer/mixing/index.ts';
import {
  PictureComparison,
  type NamedState,
} from '../../../viewer/stage/comparing/PictureComparison.tsx';
import { usePeekKey } from '../../../core/screen/use-peek-key.ts';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { REFERENCE_NAMES } from './reference-names.ts';
import { RedrawReference, ShowPart, StartAtActualSize } from './StageEffects.tsx';
import { useReference } from './use-reference.ts';
import { useMix } from './use-mix.ts';

export function ResultStage({ job, output }: { readonly job: Job; readonly output: JobOutput }) {
  const session = useUpscaleSession();
  const { isInFront } = useScreen();
  const { shown, isSeen, noteSeen, others, comparing, part } = useOpenResult();
  const chosen = useUpscale((state) => state.reference);
  const isCompared = useUpscale((state) => state.isCompared);
  const [isPeeking, setPeeking] = useState(false);
  usePeekKey(setPeeking);
  const { result, error } = shown;
  const other = others.find(({ id }) => chosen.kind === 'result' && id === chosen.jobId);
  const kernel =
    other === undefined ? (chosen.kind === 'result' ? 'lanczos' : chosen.kind) : undefined;
  const reference = useReference(isSeen ? result : undefined, kernel);
  const isPainting = useMixState(session.mixing, (state) => state.tool !== 'hand');
  // the result comes first: everything else waits until it is on the screen
  const mixed = useMix({ jobId: job.id, output: output.id }, isSeen ? result : undefined);
  const url = result?.url;
  const plain = useMemo(
    () =>
      result === undefined || url === undefined
        ? undefined
        : { id: `${job.id} ${url}`, url, size: { width: result.width, height: result.height } },
    // the same address is the same picture
    [job.id, url, result?.width, result?.height], // oxlint-disable-line react/exhaustive-deps
  );
  const picture = mixed?.base ?? plain;
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
      beside === undefined
        ? []
        : [beside, { name: titleOfResult(job), patches: mixed?.patches ?? [] }],
    [beside, job, mixed],
  );
  const isComparing = (isCompared || isPeeking) && states.length > 0;
  return (
    <Box
      pos="absolute"
      inset={0}
      role="region"
      aria-label="Result"
      data-menu="upscale.save upscale.compare upscale.back"
    >
      {picture === undefined ? (
        <Center h="100%" p="lg">
          {error === null ? (
            <Loading label="Preparing the result" />
          ) : (
            <ErrorNotice error={readError(error)} />
          )}
        </Center>
      ) : (
        <PictureComparison
          picture={picture}
          states={states}
          isComparing={isComparing}
          comparing={
            isPeeking
              ? { ...comparing, mode: 'flicker', turn: 0, isSwapped: false, isFlickering: false }
              : comparing
          }
          label={`Result of ${job.title}`}
          isShown={isInFront}
          isSeries
          patches={mixed?.patches}
          overlay={
            isPainting && mixed !== undefined ? (
              <MixBrush session={session.mixing} isOff={isComparing} />
            ) : undefined
          }
          onError={(thrown) => session.runs.fail(thrown)}
        >
          <ZoomInToolbar />
          <StartAtActualSize subject={job.id} onShown={noteSeen} />
          <ShowPart part={part} />
          <RedrawReference reference={reference} />
          <RedrawReference reference={mixed?.reference} />
        </PictureComparison>
      )}
    </Box>
  );
}
