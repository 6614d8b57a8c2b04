import { useMemo } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { PictureBox } from '../../../viewer/stage/box/PictureBox.tsx';
import { useSample, usePictureSlotState } from '../../../viewer/slots/index.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';

const STOPS = {
  photo: 'edge of the picture',
  required: 'edge of the picture',
  smallest: 'the size is fixed',
  largest: 'the size is fixed',
} as const;

/** @returns `undefined` without a picture */
export function useSourceView() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const tryPart = useUpscale((state) => state.tryPart);
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  const patches = useMemo(() => photo?.patches.filter(({ state }) => state === 'applied'), [photo]);
  if (photo === undefined) return undefined;
  return {
    region: {
      'aria-label': 'Picture to upscale',
      'data-picture': photoThumbnailUrl(photo.id, ''),
    },
    viewer: {
      picture,
      label: `Picture ${photo.name}`,
      patches,
      overlay: tryPart !== undefined && <TryPart photo={photo} part={tryPart} />,
    },
  };
}

export function NoPicture() {
  const session = useUpscaleSession();
  const sample = useSample('upscale');
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
    <PictureBox
      id="try-part"
      name="Part to try"
      rect={part}
      isGrabbedInside
      limits={() => ({
        photo,
        required: { x: 0, y: 0, width: 0, height: 0 },
        minSide: Math.max(part.width, part.height),
        maxPixels: part.width * part.height,
        ratio: part.width / part.height,
      })}
      stops={STOPS}
      onChange={(rect) => session.setTryPart({ ...part, x: rect.x, y: rect.y })}
    />
  );
}
