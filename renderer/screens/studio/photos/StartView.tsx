/** Without a photo: open one, take a sample, or go on with a recent one. */
import { Button, SimpleGrid, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { SamplePhoto } from '../../../../shared/contract/photos.ts';
import { queries } from '../../../base/backend/client.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { formatMegapixels } from '../../../base/ui/format.ts';
import classes from '../Studio.module.css';
import { openFiles } from './use-photo-commands.ts';
import { useStudio, useStudioSession } from '../session/index.ts';

export function StartView() {
  const session = useStudioSession();
  const error = useStudio((state) => state.error);
  return (
    <div className={classes['start']}>
      <Stack className={classes['startInner'] ?? ''} gap="xl">
        {error !== undefined && (
          <ErrorNotice
            error={error}
            actions={{
              retry: session?.retryOf(error),
              'choose-other-file': () => openFiles(session),
            }}
            onClose={() => session?.dismissError()}
          />
        )}
        <div className={classes['dropZone']}>
          <IconPhotoPlus size={20} stroke={1.2} />
          <Title order={2} size="lg">
            Drop a photo here
          </Title>
          <Text size="sm" c="dimmed" ta="center">
            Or drop several photos or a folder, or paste one. JPEG, PNG, WebP, HEIC, TIFF, AVIF, GIF
            and BMP, up to 150 MP. Gesso never changes your files.
          </Text>
          <Button variant="filled" size="sm" onClick={() => openFiles(session)}>
            Open photos…
          </Button>
        </div>
        <Recent />
        <Samples />
      </Stack>
    </div>
  );
}

function Recent() {
  const session = useStudioSession();
  const recent = useQuery({ ...queries.photos.recent.queryOptions(), refetchOnMount: 'always' });
  const photos = recent.data ?? [];
  if (photos.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Recent photos">
      <Title order={3} size="sm">
        Recent
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {photos.map((photo) => (
          <Card
            key={photo.id}
            title={photo.name}
            subtitle={`${photo.width} × ${photo.height} · ${formatMegapixels(photo.width, photo.height)}`}
            pictureUrl={photo.thumbnailUrl}
            onClick={() => void session?.photos.open(photo.id)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function Samples() {
  const session = useStudioSession();
  const samples = useQuery(queries.photos.samples.queryOptions());
  return (
    <Stack gap="sm" component="section" aria-label="Sample photos">
      <Title order={3} size="sm">
        Try a sample
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
        {samples.data?.filter(isForStudio).map((sample) => (
          <Card
            key={sample.id}
            title={sample.title}
            subtitle={`${sample.author} · ${sample.licence}`}
            pictureUrl={sample.thumbnailUrl}
            onClick={() => void session?.photos.openSample(sample.id)}
          />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

function isForStudio({ place }: SamplePhoto): boolean {
  return place === 'studio';
}

function Card(props: {
  readonly title: string;
  readonly subtitle: string;
  readonly pictureUrl: string | undefined;
  readonly onClick: () => void;
}) {
  return (
    <UnstyledButton className={classes['card'] ?? ''} onClick={props.onClick}>
      {props.pictureUrl === undefined ? (
        <span className={classes['cardPicture']} />
      ) : (
        <img className={classes['cardPicture']} src={props.pictureUrl} alt="" loading="lazy" />
      )}
      <div className={classes['cardText']}>
        <Text size="sm" truncate>
          {props.title}
        </Text>
        <Text size="xs" c="dimmed" truncate title={props.subtitle}>
          {props.subtitle}
        </Text>
      </div>
    </UnstyledButton>
  );
}
