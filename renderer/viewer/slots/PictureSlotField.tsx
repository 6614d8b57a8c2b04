import {
  ActionIcon,
  Box,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  UnstyledButton,
  SimpleGrid,
} from '@mantine/core';
import { IconDots, IconPhoto, IconPhotoUp, IconX } from '@tabler/icons-react';
import { useRef, useState, useEffectEvent, type DragEvent, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { photoThumbnailUrl } from '../../../shared/media.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { Loading } from '../../core/ui/Loading.tsx';
import { carriesFiles, pickFiles } from '../../features/files/file-input.ts';
import { useFileIntake } from '../../features/files/file-intake.ts';
import {
  createPictureSlot,
  type PictureSlot,
  type PictureSlotBackend,
  type PictureSlotState,
} from './picture-slot.ts';
import { queries, backend } from '../../core/backend/client.ts';
import shared from '../../core/ui/shared.module.css';
import { useStore } from 'zustand';
import type { Photo } from '../../../shared/contract/photos.ts';
import { importPicture } from '../../core/backend/media.ts';
import { readError } from '../../core/backend/read-error.ts';
import { say } from '../../core/ui/say.ts';
import { SmallNote } from '../../core/ui/variants.ts';

const PURPOSE = 'picture';

const SLOT_BACKEND: PictureSlotBackend = {
  importFile: (file) => importPicture(file, PURPOSE),
  takePhoto: (photoId) => backend.photos.asItLooks({ photoId, purpose: PURPOSE }),
  openSample: (sampleId) => backend.photos.openSample({ sampleId }),
  getPhoto: (photoId) => backend.photos.get({ photoId }),
  verify: (photoId) => backend.photos.verify({ photoId }),
  readError,
  say,
};

/** @param changed called when the user has picked another picture, or none */
export function usePictureSlot(changed: (photo: Photo | undefined) => void): PictureSlot {
  const onChanged = useEffectEvent(changed);
  const [slot] = useState(() => createPictureSlot(SLOT_BACKEND, (photo) => onChanged(photo)));
  return slot;
}

export function usePictureSlotState(slot: PictureSlot): PictureSlotState {
  return useStore(slot.state);
}

interface PictureSlotFieldProps {
  readonly slot: PictureSlot;
  readonly name: string;
  /** Label of the empty row, e.g. "No face". */
  readonly nothing: string;
  /** While files are dragged over it, e.g. "Drop a picture here". */
  readonly hint: string;
  readonly kind?: string;
  /** Something about the picture has to be changed. */
  readonly isMarked?: boolean;
  readonly onShow?: () => void;
  readonly actions?: ReactNode;
  readonly items?: ReactNode;
  /** Items below those of the picture, also without one. */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
  /** Takes files in its own way, e.g. clips of ours; true if it did. */
  readonly intercept?: ((files: readonly File[]) => Promise<boolean>) | undefined;
}

export function PictureSlotField(props: PictureSlotFieldProps) {
  const { slot, name, nothing, hint, kind, isMarked = false, onShow, intercept } = props;
  const { photo, isOpening, error } = usePictureSlotState(slot);
  const element = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);

  async function take(files: readonly File[]): Promise<void> {
    setOver(false);
    if ((await intercept?.(files)) === true) return;
    await slot.takeFiles(files);
  }
  useFileIntake({
    label: hint,
    element,
    take: (files) => void take(files),
    refuse: (thrown) => slot.refuse(thrown),
  });
  const select = (): void => pickFiles((files) => void take(files));

  function follow(event: DragEvent): void {
    if (!carriesFiles(event.dataTransfer)) return;
    const isInside = element.current?.contains(event.relatedTarget as Node | null) === true;
    setOver(event.type === 'dragenter' || isInside);
  }

  // a narrow window breaks the line after the kind, not within the size
  const facts =
    photo &&
    `${kind === undefined ? '' : `${kind}, `}${photo.width}\u00A0×\u00A0${photo.height}\u00A0px`;
  const thumb = {
    mr: 'xs',
    className: shared['tile'] ?? '',
    style: isMarked ? outline('notice') : {},
  } as const;
  return (
    <Stack
      component="section"
      ref={element}
      gap="xs"
      bdrs="md"
      style={isOver ? { ...outline('accent'), outlineOffset: 'var(--gesso-space-2xs)' } : {}}
      aria-label={name}
      onDragEnter={follow}
      onDragLeave={follow}
      onDrop={() => setOver(false)}
    >
      <Group gap="2xs" wrap="nowrap">
        {photo === undefined ? (
          <Box component="span" {...thumb}>
            {isOpening ? (
              <Loading label="Opening the picture" size="sm" />
            ) : (
              <IconPhoto size={20} stroke={1.5} />
            )}
          </Box>
        ) : (
          <UnstyledButton
            {...thumb}
            aria-label={`Show ${photo.name}`}
            disabled={onShow === undefined}
            onClick={onShow}
          >
            <Box component="img" {...SQUARE} src={photoThumbnailUrl(photo.id, '')} alt="" />
          </UnstyledButton>
        )}
        <Stack gap={0} flex={1} miw={0}>
          <Text span truncate {...(photo === undefined ? { c: 'dimmed' } : { fw: 500 })}>
            {photo?.name ?? nothing}
          </Text>
          {facts !== undefined && (
            <SmallNote span className={shared['numbers'] ?? ''}>
              {facts}
            </SmallNote>
          )}
        </Stack>
        {photo === undefined ? (
          <Button aria-label={`Open ${name}…`} onClick={select}>
            Open…
          </Button>
        ) : (
          props.actions
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon data-tip={`More about ${name}`} aria-label={`More about ${name}`}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {photo !== undefined && (
              <>
                <Menu.Item leftSection={<IconPhotoUp size={16} />} onClick={select}>
                  Replace…
                </Menu.Item>
                {props.items}
                <Menu.Item leftSection={<IconX size={16} />} onClick={() => slot.set(undefined)}>
                  Remove
                </Menu.Item>
              </>
            )}
            {props.more}
            <RecentItems onSelect={(id) => void slot.takePhoto(id)} />
          </Menu.Dropdown>
        </Menu>
      </Group>
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={{ 'choose-other-file': select }}
          onClose={() => slot.dismissError()}
        />
      )}
      {props.children}
    </Stack>
  );
}

const SQUARE = { w: 'var(--gesso-source)', h: 'var(--gesso-source)' } as const;

const outline = (colour: 'accent' | 'notice') => ({
  outline: `var(--gesso-outline) solid var(--gesso-${colour})`,
});

const SHOWN = 24;

function RecentItems(props: { readonly onSelect: (photoId: string) => void }) {
  const { onSelect } = props;
  const recent = useQuery({
    ...queries.photos.recent.queryOptions({ input: { purposes: ['studio', 'picture'] } }),
    refetchOnMount: 'always',
  });
  const photos = (recent.data ?? []).slice(0, SHOWN);
  if (photos.length === 0) {
    return recent.data !== undefined && <Menu.Label>No recent pictures</Menu.Label>;
  }
  return (
    <>
      <Menu.Label>Recent</Menu.Label>
      <SimpleGrid cols={4} spacing={0} mah="var(--gesso-list)" className={shared['scroller'] ?? ''}>
        {photos.map(({ id, name, thumbnailUrl }) => (
          <Menu.Item key={id} aria-label={name} data-tip={name} onClick={() => onSelect(id)}>
            {thumbnailUrl !== undefined && (
              <Box
                component="img"
                display="block"
                w="var(--gesso-source)"
                h="var(--gesso-source)"
                bdrs="sm"
                style={{ objectFit: 'cover' }}
                src={thumbnailUrl}
                alt=""
                loading="lazy"
              />
            )}
          </Menu.Item>
        ))}
      </SimpleGrid>
    </>
  );
}
