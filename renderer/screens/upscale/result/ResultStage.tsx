/** A result at 1:1 beside the original, or beside another result; below it the facts and the finish. */
import { useMemo, useState } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { readError } from '../../../base/backend/read-error.ts';
import { useScreen } from '../../../base/screen/screen-context.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { MixBrush } from '../../../pictures/mixing/index.ts';
import {
  PictureComparison,
  type NamedState,
} from '../../../pictures/viewer/comparing/PictureComparison.tsx';
import { othersLike, pictureOf, titleOfResult } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { REFERENCE_NAMES } from './reference-names.ts';
import { ResultBar } from './ResultBar.tsx';
import classes from './Result.module.css';
import { RedrawReference, ShowPart, StartAtActualSize } from './StageEffects.tsx';
import { useReference } from './use-reference.ts';
import { MixPanel } from './MixPanel.tsx';
import { useMix } from './use-mix.ts';
import { useResult } from './use-result.ts';
import { Loading } from '../../../base/ui/Loading.tsx';

export function ResultStage(props: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly jobs: readonly Job[];
}) {
  const { job, output, jobs } = props;
  const session = useUpscaleSession();
  const { isInFront } = useScreen();
  const chosen = useUpscale((state) => state.reference);
  const isCompared = useUpscale((state) => state.isCompared);
  const [isSeen, setSeen] = useState(false);
  const [part, setPart] = useState<Rect>();
  const shown = useResult({ jobId: job.id, output: output.id }, isSeen);
  const { result, error } = shown;
  const others = useMemo(() => othersLike(job, jobs), [job, jobs]);
  const other = others.find(({ id }) => chosen.kind === 'result' && id === chosen.jobId);
  const kernel =
    other === undefined ? (chosen.kind === 'result' ? 'lanczos' : chosen.kind) : undefined;
  const reference = useReference(isSeen ? result : undefined, kernel);
  const isMixing = useUpscale((state) => state.isMixing);
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
  return (
    <div className={classes['place']} role="region" aria-label="Result">
      <div className={classes['middle']}>
        <div className={classes['stage']} data-menu="upscale.save">
          {picture === undefined ? (
            <div className={classes['wait']}>
              {error === null ? (
                <Loading label="Preparing the result" />
              ) : (
                <ErrorNotice error={readError(error)} />
              )}
            </div>
          ) : (
            <PictureComparison
              picture={picture}
              states={states}
              isComparing={isCompared && states.length > 0}
              label={`Result of ${job.title}`}
              isShown={isInFront}
              isSeries
              patches={mixed?.patches}
              overlay={
                isMixing && mixed !== undefined ? (
                  <MixBrush session={session.mixing} isOff={isCompared && states.length > 0} />
                ) : undefined
              }
              onError={(thrown) => session.runs.fail(thrown)}
            >
              <StartAtActualSize subject={job.id} onShown={() => setSeen(true)} />
              <ShowPart part={part} />
              <RedrawReference reference={reference} />
              <RedrawReference reference={mixed?.reference} />
            </PictureComparison>
          )}
        </div>
        {isMixing && result?.original !== undefined && <MixPanel />}
      </div>
      <ResultBar job={job} output={output} shown={shown} others={others} onShowPart={setPart} />
    </div>
  );
}
