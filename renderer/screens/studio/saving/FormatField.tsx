import { Select, Stack, Switch, Text } from '@mantine/core';
import type { ExportFormat, FormatChoice } from '../../../../shared/contract/export.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { QualityField } from './QualityField.tsx';
import { FORMAT_NAMES } from './saved-format.ts';

export function FormatField(props: {
  readonly settings: Pick<Settings, 'exportQuality' | 'exportLossless'>;
  readonly choice: FormatChoice;
  /** `undefined` for several photos. */
  readonly own: ExportFormat | undefined;
  readonly onFormat: (choice: FormatChoice) => void;
  readonly onChange: (changes: Partial<Pick<Settings, 'exportQuality' | 'exportLossless'>>) => void;
}) {
  const { settings, choice, own, onFormat, onChange } = props;
  const { exportQuality: quality, exportLossless: lossless } = settings;
  const format = choice === 'source' ? own : choice;
  // with their own formats, some photos may be lossy
  const hasQuality = format === undefined || format === 'jpeg' || (format === 'webp' && !lossless);
  const ownName = own === undefined ? 'Same as each photo' : `Same as photo (${FORMAT_NAMES[own]})`;
  return (
    <Stack gap="md">
      <Select
        label="Format"
        checkIconPosition="right"
        data={[
          { value: 'source', label: ownName },
          ...Object.entries(FORMAT_NAMES).map(([value, label]) => ({ value, label })),
        ]}
        value={choice}
        onChange={(value) => {
          if (value !== null) onFormat(value as FormatChoice);
        }}
      />
      {format === 'webp' && (
        <Switch
          label="Lossless"
          checked={lossless}
          onChange={(event) => onChange({ exportLossless: event.currentTarget.checked })}
        />
      )}
      {hasQuality && (
        <Stack gap="3xs">
          <Text size="sm" fw={500} aria-hidden>
            Quality
          </Text>
          <QualityField value={quality} onChange={(value) => onChange({ exportQuality: value })} />
        </Stack>
      )}
    </Stack>
  );
}
