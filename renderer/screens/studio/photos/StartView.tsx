import { Box, Group, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SamplePhoto } from '../../../../shared/contract/photos.ts';
import { queries } from '../../../core/backend/client.ts';
import { EmptyStage } from '../../../core/ui/EmptyStage.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import shared from '../../../core/ui/shared.module.css';
import { openFiles } from './use-photo-commands.ts';

const FEW = 10;

export function StartView() {
  const session = useStudioSession();
  const store = useStudioStore();
  const error = useStudio((state) => state.error);
  const samples = useQuery(queries.photos.samples.queryOptions());
  const recent = useQuery({ ...queries.photos.recent.queryOptions(), refetchOnMount: 'always' });
  const first = samples.data?.find(isForStudio);
  // a button that moves or cannot work yet would lose a press
  if (session === undefined || samples.isPending || recent.isPending) return null;
  return (
    <EmptyStage
      example="studio"
      labels={['Before', 'After']}
      title="Remove anything from a photo"
      line={first ? 'Drop photos here, or start with the sample.' : 'Drop photos here.'}
      openLabel="Open photos…"
      onOpen={() => openFiles(session)}
      onSample={first && (() => void session.photos.openSample(first.id))}
    >
      {error !== undefined && (
        <Box mt="xs">
          <ErrorNotice
            error={error}
            actions={{
              retry: session.retryOf(error),
              'choose-other-file': () => openFiles(session),
            }}
            onClose={() => store.setState({ error: undefined })}
          />
        </Box>
      )}
      <Pictures
        label="Sample photos"
        pictures={(samples.data ?? []).filter(isForStudio).map((sample) => ({
          id: sample.id,
          name: sample.title,
          hint: `${sample.author}, ${sample.licence}`,
          url: sample.thumbnailUrl,
        }))}
        onOpen={(id) => void session.photos.openSample(id)}
      />
      <Pictures
        label="Recent photos"
        pictures={(recent.data ?? []).slice(0, FEW).map((photo) => ({
          id: photo.id,
          name: photo.name,
          hint: `${photo.width} × ${photo.height} px`,
          url: photo.thumbnailUrl,
        }))}
        onOpen={(id) => void session.photos.open(id)}
      />
    </EmptyStage>
  );
}

function isForStudio({ place }: SamplePhoto): boolean {
  return place === 'studio';
}

interface Picture {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly url: string | undefined;
}

function Pictures(props: {
  readonly label: string;
  readonly pictures: readonly Picture[];
  readonly onOpen: (id: string) => void;
}) {
  const { label, pictures, onOpen } = props;
  if (pictures.length === 0) return null;
  return (
    <Group
      component="section"
      gap="2xs"
      justify="center"
      mt="md"
      maw="var(--gesso-page)"
      aria-label={label}
    >
      {pictures.map(({ id, name, hint, url }) => (
        <UnstyledButton
          key={id}
          p="2xs"
          bd="var(--gesso-outline) solid transparent"
          className={shared['press'] ?? ''}
          aria-label={name}
          data-tip={`${name}\n${hint}`}
          onClick={() => onOpen(id)}
        >
          <Box
            h="var(--gesso-rail)"
            className={shared['thumb'] ?? ''}
            style={{ aspectRatio: 4 / 3 }}
          >
            {url !== undefined && <img src={url} alt="" loading="lazy" />}
          </Box>
        </UnstyledButton>
      ))}
    </Group>
  );
}
