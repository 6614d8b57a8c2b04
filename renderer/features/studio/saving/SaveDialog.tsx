/** Format and quality of the file to save. */
import {
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Slider,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useState } from 'react';
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { useStudio } from '../session/studio-store.ts';

const FORMATS: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
];

export function SaveDialog() {
  const isShown = useStudio((state) => state.isSaveShown);
  const settings = useSettings();
  return (
    <Modal opened={isShown} onClose={close} title="Save as" size="sm">
      {settings !== undefined && <SaveForm settings={settings} onClose={close} />}
    </Modal>
  );
}

function close(): void {
  useStudio.setState({ isSaveShown: false });
}

function SaveForm(props: { readonly settings: Settings; readonly onClose: () => void }) {
  const { settings, onClose } = props;
  const session = useStudio((state) => state.session);
  const photo = useStudio((state) => state.photo);
  const update = useUpdateSettings();
  const [isSaving, setSaving] = useState(false);
  const { exportFormat: format, exportQuality: quality, exportLossless: lossless } = settings;
  const hasQuality = format === 'jpeg' || (format === 'webp' && !lossless);

  async function save(): Promise<void> {
    setSaving(true);
    await session?.out.save({ format, quality, lossless });
    onClose();
  }

  return (
    <Stack gap="md">
      <SegmentedControl
        fullWidth
        aria-label="Format"
        data={[...FORMATS]}
        value={format}
        onChange={(value) => update({ exportFormat: value })}
      />
      {format === 'webp' && (
        <Switch
          label="Without loss"
          checked={lossless}
          onChange={(event) => update({ exportLossless: event.currentTarget.checked })}
        />
      )}
      {hasQuality && (
        <Group align="center" wrap="nowrap">
          <Slider
            flex={1}
            min={1}
            max={100}
            label={null}
            thumbLabel="Quality"
            value={quality}
            onChange={(value) => update({ exportQuality: value })}
          />
          <NumberInput
            w={80}
            size="xs"
            min={1}
            max={100}
            aria-label="Quality in numbers"
            value={quality}
            onChange={(value) => {
              if (typeof value === 'number' && value >= 1 && value <= 100) {
                update({ exportQuality: Math.round(value) });
              }
            }}
          />
        </Group>
      )}
      <Text size="xs" c="dimmed">
        {describe(format, lossless, photo?.depth === 16, photo?.hasAlpha === true)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isSaving} onClick={() => void save()} data-autofocus>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

function describe(
  format: ExportFormat,
  lossless: boolean,
  is16Bit: boolean,
  hasAlpha: boolean,
): string {
  const sentences: string[] = ['Full resolution, with the colour profile of the photo.'];
  if (format === 'png') sentences.push('Every pixel outside the results stays exactly as it was.');
  else if (format === 'webp' && lossless && !is16Bit) {
    sentences.push('Every pixel outside the results stays exactly as it was.');
  }
  if (is16Bit && format !== 'png')
    sentences.push('This format keeps 8 of the 16 bits per channel.');
  if (hasAlpha && format === 'jpeg') sentences.push('Transparent parts become white.');
  return sentences.join(' ');
}
