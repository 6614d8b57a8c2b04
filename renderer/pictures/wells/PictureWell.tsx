/** A well with its picture, or with the ways to give it one. See `index.ts`. */
import { Button, Group, Text } from '@mantine/core';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { IconPhotoPlus, IconReplace, IconX } from '@tabler/icons-react';
import { useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import type { SamplePlace } from '../../../shared/contract/photos.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import { photoThumbnailUrl } from '../../../shared/media.ts';
import { pickFiles, carriesFiles } from '../../work/files/file-input.ts';
import { useFileIntake } from '../../work/files/file-intake.ts';
import { ErrorNotice } from '../../base/ui/ErrorNotice.tsx';
import { PictureViewer } from '../viewer/PictureViewer.tsx';
import type { ViewLink } from '../viewer/comparing/linked-views.ts';
import { SampleButton } from './SampleButton.tsx';
import { RecentPictures } from './RecentPictures.tsx';
import { useWellState } from './use-well.ts';
import type { Well } from './well.ts';
import classes from './Wells.module.css';
import { Loading } from '../../base/ui/Loading.tsx';

export interface PictureWellProps {
  readonly well: Well;
  /** e.g. "Picture", "Face" */
  readonly name: string;
  /** In the empty well, e.g. "Drop a picture here". */
  readonly hint: string;
  /** Lies over the picture, see `PictureViewer`. */
  readonly overlay?: ReactNode;
  /** The part that "fit" shows, see `PictureViewer`. */
  readonly fitArea?: Rect | undefined;
  /** Without the results that lie on the photo: it is sent so as well. */
  readonly isOriginal?: boolean;
  /** Zooms and moves together with others, see `PictureViewer`. */
  readonly link?: ViewLink | undefined;
  /** Marked: something about it has to be changed. */
  readonly isMarked?: boolean;
  /** The bundled photograph that practice offers for it. */
  readonly sample?: SamplePlace;
  /** Further buttons of the picture's bar. */
  readonly actions?: ReactNode;
  /** Below the picture: facts and problems. */
  readonly children?: ReactNode;
  /** Takes dropped files in its own way, e.g. clips of ours; true when it has. */
  readonly intercept?: ((files: readonly File[]) => Promise<boolean>) | undefined;
}

export function PictureWell(props: PictureWellProps) {
  const { well, name, hint, overlay, fitArea, actions, children, intercept, link, sample } = props;
  const { isOriginal = false, isMarked = false } = props;
  const { photo, isOpening, error } = useWellState(well);
  const element = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const picture = useMemo(() => photo && { id: photo.id, url: photo.url, size: photo }, [photo]);
  // results of the studio that lie on a photo of the same file: it is sent as it is seen
  const patches = useMemo(
    () => (isOriginal ? [] : photo?.patches.filter(({ state }) => state === 'applied')),
    [photo, isOriginal],
  );

  async function take(files: readonly File[]): Promise<void> {
    setOver(false);
    if ((await intercept?.(files)) === true) return;
    await well.takeFiles(files);
  }
  useFileIntake({
    label: hint,
    element,
    take: (files) => void take(files),
    refuse: (thrown) => well.refuse(thrown),
  });
  const select = (): void => pickFiles((files) => void take(files));

  function follow(event: DragEvent): void {
    if (!carriesFiles(event.dataTransfer)) return;
    const isInside = element.current?.contains(event.relatedTarget as Node | null) === true;
    setOver(event.type === 'dragenter' || isInside);
  }

  return (
    <section
      ref={element}
      className={classes['well']}
      aria-label={name}
      data-over={isOver || undefined}
      data-marked={isMarked || undefined}
      onDragEnter={follow}
      onDragLeave={follow}
      onDrop={() => setOver(false)}
    >
      {photo !== undefined && (
        <div className={classes['bar']}>
          {actions}
          <IconButton
            label={`Select another file for ${name}`}
            tip="Select another file…"
            icon={<IconReplace size={16} />}
            variant="default"
            onClick={select}
          />
          <RecentPictures name={name} isIcon onSelect={(id) => void well.takePhoto(id)} />
          <IconButton
            label={`Remove ${name} from the form`}
            tip="Remove from the form"
            icon={<IconX size={16} />}
            variant="default"
            onClick={() => well.set(undefined)}
          />
        </div>
      )}
      <div
        className={classes['picture']}
        data-picture={photo === undefined ? undefined : photoThumbnailUrl(photo.id, '')}
      >
        {photo === undefined ? (
          <div className={classes['empty']}>
            {isOpening ? (
              <Loading label="Opening the picture" size="sm" />
            ) : (
              <>
                <IconPhotoPlus size={20} stroke={1.2} />
                <Text size="sm" ta="center">
                  {hint}
                </Text>
                <Group gap="xs" justify="center">
                  <Button variant="filled" onClick={select}>
                    Select a file…
                  </Button>
                  <RecentPictures name={name} onSelect={(id) => void well.takePhoto(id)} />
                  {sample !== undefined && <SampleButton well={well} place={sample} />}
                </Group>
              </>
            )}
          </div>
        ) : (
          <PictureViewer
            picture={picture}
            label={name}
            patches={patches}
            overlay={overlay}
            fitArea={fitArea}
            link={link}
            onError={(thrown) => well.refuse(thrown)}
          >
            {isOpening && (
              <div className={classes['busy']}>
                <Loading label="Opening the picture" size="sm" />
              </div>
            )}
          </PictureViewer>
        )}
      </div>
      {photo !== undefined && (
        <Text size="xs" c="dimmed" truncate title={photo.name} className={classes['facts'] ?? ''}>
          {photo.name} · {photo.width} × {photo.height} px
        </Text>
      )}
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={{ 'choose-other-file': select }}
          onClose={() => well.dismissError()}
        />
      )}
      {children}
    </section>
  );
}
