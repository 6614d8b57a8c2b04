/** The controls of the result that is shown: mixing, comparing, and the ways out. */
import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconColumns2, IconDeviceFloppy, IconPhotoEdit, IconTable } from '@tabler/icons-react';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { useSetting } from '../../../base/backend/settings.ts';
import { MixFields, useMixState, type MixWords } from '../../../pictures/mixing/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';
import classes from '../Faces.module.css';

export const FACE_WORDS: MixWords = {
  paint: 'Paint the picture back',
  erase: 'Bring the result back',
};

const FORMATS: readonly { readonly format: ExportFormat; readonly label: string }[] = [
  { format: 'png', label: 'PNG' },
  { format: 'jpeg', label: 'JPEG' },
  { format: 'webp', label: 'WebP' },
  { format: 'tiff', label: 'TIFF' },
  { format: 'psd', label: 'PSD with layers' },
  { format: 'ora', label: 'OpenRaster with layers' },
];

export function ResultFields({ job }: { readonly job: Job | undefined }) {
  const session = useFacesSession();
  const open = useMixState(session.mixing, (state) => state.open);
  const isComparing = useFaces((state) => state.isComparing);
  const groupId = useFaces((state) => state.groupId);
  const exportQuality = useSetting('exportQuality');
  const exportLossless = useSetting('exportLossless');
  const exportExif = useSetting('exportExif');
  if (open === undefined || job === undefined || open.output.jobId !== job.id) return null;
  const { output, described } = open;
  return (
    <Stack
      gap="sm"
      component="section"
      aria-label="This result"
      className={classes['fields'] ?? ''}
    >
      <Title order={2} size="sm">
        This result
      </Title>
      {groupId !== undefined && (
        <Button
          size="compact-sm"
          leftSection={<IconTable size={16} />}
          onClick={() => session.show(undefined)}
        >
          Back to all results
        </Button>
      )}
      <SizeNote
        returned={described.returned}
        place={{ width: described.rect.width, height: described.rect.height }}
      />
      <MixFields
        session={session.mixing}
        words={FACE_WORDS}
        hasSoftEdge
        note={
          isComparing && (
            <Text size="xs" c="dimmed">
              Painting is off while comparing. Esc closes.
            </Text>
          )
        }
      />
      <Group gap="xs">
        <Button
          variant={isComparing ? 'light' : 'default'}
          size="compact-sm"
          leftSection={<IconColumns2 size={16} />}
          aria-pressed={isComparing}
          onClick={() => session.compare(!isComparing)}
        >
          Compare
        </Button>
        <Button
          size="compact-sm"
          leftSection={<IconPhotoEdit size={16} />}
          onClick={() => void session.openInStudio(output)}
        >
          Open in the Studio
        </Button>
        <Menu shadow="md" position="bottom-start">
          <Menu.Target>
            <Button size="compact-sm" leftSection={<IconDeviceFloppy size={16} />}>
              Save as…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {FORMATS.map(({ format, label }) => (
              <Menu.Item
                key={format}
                onClick={() =>
                  void session.save({
                    ...output,
                    format,
                    quality: exportQuality,
                    lossless: exportLossless,
                    exif: exportExif,
                  })
                }
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => void session.prepare(job)}
        >
          Use these pictures again
        </Button>
      </Group>
    </Stack>
  );
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Said where the returned picture had to be enlarged: it is softer than its surroundings then. */
function SizeNote({ returned, place }: { readonly returned: Sides; readonly place: Sides }) {
  const factor = Math.max(place.width / returned.width, place.height / returned.height);
  if (factor < 1.05) return null;
  return (
    <Text size="xs" c="dimmed">
      The service returned {returned.width} × {returned.height} px for {place.width} ×{' '}
      {place.height} px, so the face may look softer. A smaller crop keeps more detail.
    </Text>
  );
}
