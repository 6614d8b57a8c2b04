import { Box, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { queries } from '../../../core/backend/client.ts';
import {
  BlendBrush,
  type OpenBlend,
  blendPatch,
  useBlendState,
} from '../../../viewer/blending/index.ts';
import type { ViewLink } from '../../../viewer/stage/comparing/linked-views.ts';
import type { Comparing } from '../../../viewer/stage/comparing/use-comparing.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { StageJob } from '../../../features/runs/StageJob.tsx';
import { type FaceSlot, cropsOf } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import { Half } from './Half.tsx';
import { Segments } from '../../../core/ui/Segments.tsx';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import {
  type NamedState,
  PictureComparison,
} from '../../../viewer/stage/comparing/PictureComparison.tsx';
import type { PicturePatch } from '../../../viewer/stage/viewer-types.ts';
import { ZoomInToolbar } from '../../../viewer/stage/toolbar-zoom.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

const NONE: readonly PicturePatch[] = [];

interface Base {
  readonly id: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const SIDES = choicesOf({ face: 'Face', picture: 'Picture' });

export function ResultStage(props: {
  readonly job: Job;
  readonly link: ViewLink | undefined;
  readonly comparing: Comparing;
}) {
  const { job, link, comparing } = props;
  const session = useFacesSession();
  const { blending } = session;
  const jobId = job.outputs.length > 0 ? job.id : undefined;
  const open = useBlendState(blending, (state) => state.open);
  const isComparing = useFaces((state) => state.isComparing);
  const side = useFaces((state) => state.side);
  const sent = useSentPhoto(job, side);
  // known before the result, so that it need not be opened then
  const photo = useSentPhoto(job, 'picture');
  const shown = open !== undefined && open.output.jobId === jobId ? open : undefined;
  const base = shown?.described.base ?? photo;
  const result = (
    <>
      {base !== undefined && (
        <ResultView key={base.id} base={base} open={shown} link={link} comparing={comparing} />
      )}
      {job.outputs.length === 0 && (
        <StageJob job={job} runs={session.runs} onRunAgain={(id) => void session.runAgain([id])} />
      )}
    </>
  );
  const menu = 'faces.save faces.compare faces.toStudio';
  if (isComparing && shown !== undefined) {
    return (
      <Box component="section" pos="absolute" inset={0} aria-label="Result" data-menu={menu}>
        {result}
      </Box>
    );
  }
  return (
    <SimpleGrid cols={2} spacing="md" pos="absolute" inset={0} px="lg" pt="md" pb="lg">
      <Half
        label="Before"
        head={
          <Segments
            aria-label="Left side"
            data={SIDES}
            value={side}
            onChange={(next) => session.store.setState({ side: next })}
          />
        }
        size={sent}
        picture={sent && photoThumbnailUrl(sent.id, '')}
      >
        <SentView photo={sent} side={side} link={side === 'picture' ? link : undefined} />
      </Half>
      <Half label="Result" head="Result" size={base} menu={menu}>
        {result}
      </Half>
    </SimpleGrid>
  );
}

function ResultView(props: {
  readonly base: Base;
  readonly open: OpenBlend | undefined;
  readonly link: ViewLink | undefined;
  readonly comparing: Comparing;
}) {
  const { base, open, link, comparing } = props;
  const session = useFacesSession();
  const { isInFront } = useScreen();
  const isComparing = useFaces((state) => state.isComparing) && open !== undefined;
  const { id, url, width, height } = base;
  const picture = useMemo(() => ({ id, url, size: { width, height } }), [id, url, width, height]);
  const below = open?.described.below ?? NONE;
  const patches = open === undefined ? NONE : [...open.described.below, blendPatch(open)];
  const states: readonly NamedState[] = [
    { name: 'Picture', patches: below },
    { name: 'Result', patches },
  ];
  return (
    <PictureComparison
      picture={picture}
      states={states}
      label="Result"
      isComparing={isComparing}
      comparing={comparing}
      patches={patches}
      link={link}
      isShown={isInFront}
      overlay={<BlendBrush session={session.blending} isOff={isComparing} />}
      onError={(error) => session.runs.fail(error)}
    >
      <ZoomInToolbar />
    </PictureComparison>
  );
}

function SentView(props: {
  readonly photo: Photo | undefined;
  readonly side: FaceSlot;
  readonly link: ViewLink | undefined;
}) {
  const { photo, side, link } = props;
  const session = useFacesSession();
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  return (
    <PictureViewer
      picture={picture}
      label={side === 'face' ? 'Sent face' : 'Sent picture'}
      link={link}
      onError={(thrown) => session.runs.fail(thrown)}
    />
  );
}

function useSentPhoto({ brief }: Job, side: FaceSlot): Photo | undefined {
  const photoId = brief.kind === 'merge-face' ? cropsOf(brief)[side].photoId : undefined;
  return useQuery({
    ...queries.photos.get.queryOptions({ input: { photoId: photoId ?? '' } }),
    enabled: photoId !== undefined,
    retry: false,
  }).data;
}
