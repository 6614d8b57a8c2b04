/** The dialog for saving: format, name, folder, camera data. */
import { Button, Group, Modal, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { namePatternProblem } from '../../../../shared/export/name-pattern.ts';
import type { ExifChoice } from '../../../../shared/contract/export.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { queries } from '../../../backend/client.ts';
import { FolderChoice } from '../../../saving/FolderChoice.tsx';
import { ManyPhotos } from './ManyPhotos.tsx';
import { NameField } from './NameField.tsx';
import { QualityField } from './QualityField.tsx';
import { describeFile, EXTENSIONS, type SavedKind } from './saved-kind.ts';
import { pictureOptions } from './use-picture-options.ts';
import { count } from '../../../ui/format.ts';
import { say } from '../../../ui/say.ts';
import {
  type SavedAs,
  useSaving,
  useStudio,
  useStudioSession,
  useStudioStores,
} from '../session/index.ts';

const KINDS: readonly { readonly value: SavedKind; readonly label: string }[] = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
  { value: 'layers', label: 'Layers' },
];

const CAMERA_DATA: readonly { readonly value: ExifChoice; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'without-place', label: 'All except location' },
  { value: 'all', label: 'All' },
];

export function SaveDialog() {
  const session = useStudioSession();
  const isShown = useStudio((state) => state.isSaveShown);
  const settings = useSettings();
  const many = useSaving((state) => state.many);
  const title = many === undefined ? 'Save as' : `Save ${count(many.length, 'photo')} as`;
  return (
    <Modal opened={isShown} onClose={() => session?.saving.close()} title={title} size="md">
      {settings !== undefined && <SaveForm settings={settings} />}
    </Modal>
  );
}

function SaveForm({ settings }: { readonly settings: Settings }) {
  const session = useStudioSession();
  const photo = useStudio((state) => state.photo);
  const many = useSaving((state) => state.many);
  const { saving } = useStudioStores();
  const close = () => session?.saving.close();
  const stop = useRef<AbortController>(undefined);
  const folder = useQuery(queries.export.folder.queryOptions()).data;
  const update = useUpdateSettings();
  const [kind, setKind] = useState<SavedKind>(settings.exportFormat);
  const [pattern, setPattern] = useState(settings.exportName);
  const [isSaving, setSaving] = useState(false);
  const { exportQuality: quality, exportLossless: lossless } = settings;
  const hasQuality = kind === 'jpeg' || (kind === 'webp' && !lossless);
  const problem = namePatternProblem(pattern);
  // without a folder, each file would open a dialog of its own
  const isFolderMissing =
    many !== undefined && folder !== undefined && folder.canChoose && folder.path === null;

  useEffect(() => () => stop.current?.abort(), []);

  function choose(value: SavedKind): void {
    setKind(value);
    if (value !== 'layers') update({ exportFormat: value });
  }

  async function save(): Promise<void> {
    if (problem !== undefined || session === undefined) return;
    if (pattern !== settings.exportName) update({ exportName: pattern });
    setSaving(true);
    const options: SavedAs =
      kind === 'layers'
        ? { namePattern: pattern }
        : { ...pictureOptions(settings), format: kind, namePattern: pattern };
    if (many === undefined) {
      await session.out.save(options);
      close();
      return;
    }
    const { signal } = (stop.current = new AbortController());
    const saved = await session.saving.saveMany((id) => session.out.savePhoto(id, options), signal);
    if (saved > 0) say(`${count(saved, 'photo')} saved.`, 'done');
    setSaving(false);
    if (saving.getState().unsaved.length === 0) close();
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label="Format"
          data={[...KINDS]}
          value={kind}
          onChange={choose}
        />
        {kind === 'webp' && (
          <Switch
            label="Lossless"
            checked={lossless}
            onChange={(event) => update({ exportLossless: event.currentTarget.checked })}
          />
        )}
        {hasQuality && (
          <QualityField value={quality} onChange={(value) => update({ exportQuality: value })} />
        )}
        <Text size="xs" c="dimmed">
          {describeFile(kind, lossless, photo?.depth === 16, photo?.hasAlpha === true)}
        </Text>
        {photo !== undefined && (
          <NameField
            pattern={pattern}
            photo={photo}
            extension={EXTENSIONS[kind]}
            problem={problem}
            onChange={setPattern}
          />
        )}
        <FolderChoice />
        {isFolderMissing && <Text size="sm">Select a folder to save several photos.</Text>}
        {many !== undefined && <ManyPhotos />}
        {kind !== 'layers' && (
          <Stack gap={6}>
            <Text size="sm" fw={500}>
              Camera data (EXIF)
            </Text>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label="Camera data"
              data={[...CAMERA_DATA]}
              value={settings.exportExif}
              onChange={(value) => update({ exportExif: value })}
            />
          </Stack>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isSaving}
            disabled={problem !== undefined || isFolderMissing}
            data-autofocus
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
