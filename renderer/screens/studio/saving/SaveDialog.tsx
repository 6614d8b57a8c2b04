import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ExifChoice, FormatChoice } from '../../../../shared/contract/export.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';
import { queries } from '../../../base/backend/client.ts';
import { FolderChoice } from '../../../work/saving/FolderChoice.tsx';
import { ExpectedSize } from './ExpectedSize.tsx';
import { ExpectedSizes } from './ExpectedSizes.tsx';
import { FormatField } from './FormatField.tsx';
import { ManyPhotos } from './ManyPhotos.tsx';
import { FileNameField, NamePatternField } from './NameField.tsx';
import { describeFile, hasLayers } from './saved-format.ts';
import { useFileName } from './use-file-name.ts';
import { EXPORT_SETTINGS, pictureOptions, type ExportSettings } from './use-picture-options.ts';
import { exportFormatOf } from '../../../../shared/export/source-format.ts';
import { count } from '../../../base/ui/format.ts';
import { say } from '../../../base/ui/say.ts';
import { useSaving, useStudio, useStudioSession, useStudioStores } from '../session/index.ts';

const CAMERA_DATA: readonly { readonly value: ExifChoice; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'without-place', label: 'All except location' },
  { value: 'all', label: 'All' },
];

const WITHOUT_IPTC = 'PNG and WebP don’t hold IPTC. Save as JPEG or TIFF to keep it.';

export default function SaveDialog() {
  const session = useStudioSession();
  const isShown = useStudio((state) => state.isSaveShown);
  const settings = useSettings(...EXPORT_SETTINGS);
  const many = useSaving((state) => state.many);
  const title = many === undefined ? 'Save as' : `Save ${count(many.length, 'photo')} as`;
  return (
    <Modal opened={isShown} onClose={() => session?.saving.close()} title={title} size="md">
      {settings !== undefined && <SaveForm settings={settings} />}
    </Modal>
  );
}

function SaveForm({ settings }: { readonly settings: ExportSettings }) {
  const session = useStudioSession();
  const photo = useStudio((state) => state.photo);
  const { many, notice, layered } = useSaving((state) => state);
  const { saving } = useStudioStores();
  const close = () => session?.saving.close();
  const stop = useRef<AbortController>(undefined);
  const folder = useQuery(queries.export.folder.queryOptions()).data;
  const update = useUpdateSettings();
  const [isSaving, setSaving] = useState(false);
  const one = many === undefined ? photo : undefined;
  const own = one === undefined ? undefined : exportFormatOf('source', one);
  const encoding = pictureOptions(settings, layered);
  const format = encoding.format === 'source' ? own : encoding.format;
  const naming = useFileName(one, settings.exportName);
  // without a folder, each file would open a dialog
  const isFolderMissing =
    many !== undefined && folder !== undefined && folder.canChoose && folder.path === null;

  useEffect(() => () => stop.current?.abort(), []);

  function setFormat(choice: FormatChoice): void {
    const isLayered = hasLayers(choice);
    session?.saving.setLayered(isLayered ? choice : undefined);
    if (!isLayered) update({ exportFormat: choice });
  }

  async function save(): Promise<void> {
    if (naming.problem !== undefined || session === undefined) return;
    const { pattern } = naming;
    if (pattern !== settings.exportName) update({ exportName: pattern });
    setSaving(true);
    const options = { ...encoding, ...naming.choice };
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
        {notice !== undefined && (
          <Text size="sm" role="status">
            {notice}
          </Text>
        )}
        <FormatField
          settings={settings}
          choice={encoding.format}
          own={own}
          onFormat={setFormat}
          onChange={update}
        />
        {format !== undefined && photo !== undefined && (
          <Text size="xs" c="dimmed">
            {describeFile(format, settings.exportLossless, photo)}
          </Text>
        )}
        {one !== undefined && <ExpectedSize options={{ ...encoding, photoId: one.id }} />}
        {many !== undefined && (
          <ExpectedSizes photos={many} encoding={encoding} isPaused={isSaving} />
        )}
        {one !== undefined && format !== undefined && !naming.isPattern ? (
          <FileNameField
            name={naming.name}
            format={format}
            problem={naming.problem}
            onChange={naming.setName}
            onPattern={naming.showPattern}
          />
        ) : (
          <NamePatternField
            pattern={naming.pattern}
            photo={photo}
            // the open photo is the example of several
            format={format ?? (photo && exportFormatOf('source', photo))}
            problem={naming.problem}
            onChange={naming.setPattern}
          />
        )}
        <FolderChoice />
        {isFolderMissing && <Text size="sm">Select a folder to save several photos.</Text>}
        {many !== undefined && <ManyPhotos />}
        {(format === undefined || !hasLayers(format)) && (
          <Stack gap="2xs">
            <Text size="sm" fw={500}>
              Camera data and captions (EXIF, IPTC, XMP)
            </Text>
            <SegmentedControl
              fullWidth
              aria-label="Camera data"
              data={[...CAMERA_DATA]}
              value={settings.exportExif}
              onChange={(value) => update({ exportExif: value })}
            />
            {(format === 'png' || format === 'webp') && settings.exportExif !== 'none' && (
              <Text size="xs" c="dimmed">
                {WITHOUT_IPTC}
              </Text>
            )}
          </Stack>
        )}
        <Group justify="flex-end">
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="filled"
            type="submit"
            loading={isSaving}
            disabled={naming.problem !== undefined || isFolderMissing}
            data-autofocus
          >
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
