import { Group, Select, useComputedColorScheme } from '@mantine/core';
import { GROUNDS } from '../../../core/frame/GroundMenu.tsx';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { SettingGroup, SettingRow } from '../../../core/ui/SettingRows.tsx';
import classes from '../Settings.module.css';
import { Segments } from '../../../core/ui/Segments.tsx';
import { QuietButton } from '../../../core/ui/variants.ts';
import { choicesOf } from '../../../core/ui/choices-of.ts';

/** Percent. */
const TEXT_SIZES = [90, 100, 110, 125, 150, 200] as const;

export function AppearanceSection() {
  const appearance = useSetting('appearance');
  const textSize = useSetting('textSize');
  const csvStyle = useSetting('csvStyle');
  const update = useUpdateSettings();
  const sizes = [...new Set([...TEXT_SIZES, textSize])].toSorted((a, b) => a - b);
  return (
    <SettingGroup>
      <SettingRow name="Theme" keywords="appearance dark light system">
        <Segments
          aria-label="Theme"
          w={240}
          value={appearance}
          data={choicesOf({ dark: 'Dark', light: 'Light', system: 'System' })}
          onChange={(theme) => update({ appearance: theme })}
        />
      </SettingRow>
      <SettingRow name="Ground around pictures" keywords="background colour grey black white">
        <Grounds />
      </SettingRow>
      <SettingRow name="Text size" keywords="font zoom larger">
        {(id) => (
          <Select
            id={id}
            w={144}
            value={String(textSize)}
            data={sizes.map((size) => ({ value: String(size), label: `${size} %` }))}
            onChange={(size) => update({ textSize: Number(size) })}
          />
        )}
      </SettingRow>
      <SettingRow name="CSV files" keywords="comma semicolon decimal">
        <Segments
          aria-label="CSV files"
          value={csvStyle}
          data={choicesOf({ comma: 'Comma, decimal point', semicolon: 'Semicolon, decimal comma' })}
          onChange={(style) => update({ csvStyle: style })}
        />
      </SettingRow>
    </SettingGroup>
  );
}

/** The theme's own ground is marked until another one is chosen. */
function Grounds() {
  const ground = useSetting('ground');
  const theme = useComputedColorScheme('dark');
  const update = useUpdateSettings();
  return (
    <>
      {ground !== null && (
        <QuietButton onClick={() => update({ ground: null })}>As the theme</QuietButton>
      )}
      <Group gap={0} wrap="nowrap" role="radiogroup" aria-label="Ground around pictures">
        {GROUNDS.map(
          ({ value, label }) =>
            value !== null && (
              <input
                key={value}
                data-tip={label}
                type="radio"
                name="ground"
                className={classes['ground']}
                data-ground={value}
                aria-label={label}
                checked={value === (ground ?? theme)}
                onChange={() => update({ ground: value })}
              />
            ),
        )}
      </Group>
    </>
  );
}
