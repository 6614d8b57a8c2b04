/** The picture of the form with all the room, and the part that upscalers are tried on. */
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Photo } from '../../../../shared/contract/photos.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { PictureBox } from '../../../pictures/viewer/box/PictureBox.tsx';
import { PictureViewer } from '../../../pictures/viewer/PictureViewer.tsx';
import { useWellState } from '../../../pictures/wells/index.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './Stage.module.css';
import { TryBar } from './TryBar.tsx';

const STOPS = {
  photo: 'edge of the picture',
  required: 'edge of the picture',
  smallest: 'the size is fixed',
  largest: 'the size is fixed',
} as const;

export function PictureStage() {
  const session = useUpscaleSession();
  const { photo } = useWellState(session.well);
  const tryPart = useUpscale((state) => state.tryPart);
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  const patches = useMemo(() => photo?.patches.filter(({ state }) => state === 'applied'), [photo]);
  if (photo === undefined) {
    return (
      <div className={classes['nothing']}>
        <Text size="sm" c="dimmed" ta="center" maw={380}>
          Add a picture, select its new size, and upscale it. Try several upscalers on a part before
          you pay for the whole picture.
        </Text>
      </div>
    );
  }
  return (
    <div className={classes['place']} role="region" aria-label="Picture to upscale">
      <div className={classes['stage']} data-picture={photoThumbnailUrl(photo.id, '')}>
        <PictureViewer
          picture={picture}
          label={`Picture ${photo.name}`}
          patches={patches}
          overlay={tryPart !== undefined && <TryPart photo={photo} part={tryPart} />}
          onError={(thrown) => session.runs.fail(thrown)}
        >
          <TryBar photo={photo} />
        </PictureViewer>
      </div>
    </div>
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
