import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { queries } from '../../../core/backend/client.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { latestTries } from '../model/results.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { StageJob } from '../../../features/runs/StageJob.tsx';
import {
  PictureComparison,
  type PictureComparisonProps,
} from '../../../viewer/stage/comparing/PictureComparison.tsx';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { useOpenResult } from '../result/open-result.tsx';
import { useResultView } from '../result/use-result-view.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { TryGrid } from '../TryGrid.tsx';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { MovableBox } from '../../../viewer/stage/box/PictureBox.tsx';
import { usePictureSlotState, useSample } from '../../../viewer/slots/index.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { pickFiles } from '../../../features/files/file-input.ts';

/** What the stage shows. */
interface StageView {
  /** Attributes of the region. */
  readonly region: Readonly<Record<string, string>>;
  readonly viewer: Omit<PictureComparisonProps, 'states'> &
    Partial<Pick<PictureComparisonProps, 'states'>>;
  readonly over?: ReactNode;
}

const ALONE = { states: [], isComparing: false } as const;

export function UpscaleStage({ pages }: { readonly pages: JobPages }) {
  const tryIds = useUpscale((state) => state.tryIds);
  const live = useJobs((state) => state.jobs);
  if (tryIds === undefined) return <OnePicture />;
  // the window knows the latest jobs; older ones come with the pages of the list
  const known = new Map([...pages.jobs.map((job) => [job.id, job] as const), ...live]);
  return <TryGrid jobs={latestTries(tryIds, [...known.values()])} />;
}

/** @returns `undefined` without a picture */
function useSourceView() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const tryPart = useUpscale((state) => state.tryPart);
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  const patches = useMemo(() => photo?.patches.filter(({ state }) => state === 'applied'), [photo]);
  if (photo === undefined) return undefined;
  return {
    region: { 'aria-label': 'Picture to upscale', 'data-picture': photoThumbnailUrl(photo.id, '') },
    viewer: {
      picture,
      label: `Picture ${photo.name}`,
      patches,
      overlay: tryPart !== undefined && <TryPart photo={photo} part={tryPart} />,
    },
  };
}

function NoPicture() {
  const session = useUpscaleSession();
  const sample = useSample('upscale');
  if (sample === null) return null;
  return (
    <EmptyStage
      example="upscale"
      labels={['200 px', '800 px']}
      title="Enlarge a picture up to four times"
      line={sample === undefined ? 'Drop one here.' : 'Drop one here, or start with the sample.'}
      openLabel="Open picture…"
      onOpen={() => pickFiles((files) => void session.pictures.add(files), undefined, true)}
      onSample={sample === undefined ? undefined : () => void session.slot.takeSample(sample)}
    />
  );
}

function TryPart({ photo, part }: { readonly photo: Photo; readonly part: Rect }) {
  const session = useUpscaleSession();
  return (
    <MovableBox
      id="try-part"
      name="Part to try"
      photo={photo}
      rect={part}
      onMove={session.setTryPart}
    />
  );
}

/** Keeps one viewer for all pictures, because mounting another holds the main thread. */
function OnePicture() {
  const session = useUpscaleSession();
  const { isInFront } = useScreen();
  const { job } = useOpenResult();
  const source = useSourceView();
  const sent = useSentView();
  const result = useResultView();
  const view: StageView | undefined = result ?? (job === undefined ? source : sent);
  if (view === undefined) return <NoPicture />;
  return (
    <Box pos="absolute" inset={0} role="region" {...view.region}>
      <PictureComparison
        isShown={isInFront}
        onError={(thrown) => session.runs.fail(thrown)}
        {...ALONE}
        {...view.viewer}
      >
        <ZoomInToolbar />
        {view.over}
      </PictureComparison>
    </Box>
  );
}

/** The picture of a run without a result. */
function useSentView(): StageView {
  const session = useUpscaleSession();
  const { job, output } = useOpenResult();
  const photoId = output === undefined ? job?.subject?.photoId : undefined;
  // it may have left the library
  const { data: photo } = useQuery({
    ...queries.photos.get.queryOptions({ input: { photoId: photoId ?? '' } }),
    enabled: photoId !== undefined,
    retry: false,
  });
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  return {
    region: { 'aria-label': 'Sent picture' },
    viewer: { picture, label: 'Sent picture' },
    over: job && <StageJob job={job} runs={session.runs} />,
  };
}
