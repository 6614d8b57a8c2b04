import { Select, Stack, Switch, Text, Group, NumberInput, Slider } from '@mantine/core';
import type { ExportFormat, FormatChoice } from '../../../../shared/contract/export.ts';
import type { Settings } from '../../../../shared/contract/settings.ts';
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

function QualityField(props: {
  /** 1 to 100. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { value, onChange } = props;
  return (
    <Group align="center" wrap="nowrap">
      <Slider
        size="md"
        flex={1}
        min={1}
        max={100}
        label={null}
        thumbLabel="Quality"
        value={value}
        onChange={onChange}
      />
      <NumberInput
        w={80}
        size="xs"
        min={1}
        max={100}
        aria-label="Quality, 1 to 100"
        value={value}
        onChange={(entered) => {
          if (typeof entered === 'number' && entered >= 1 && entered <= 100) {
            onChange(Math.round(entered));
          }
        }}
      />
    </Group>
  );
}
