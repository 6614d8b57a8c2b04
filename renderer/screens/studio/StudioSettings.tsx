import { NumberInput, Slider, Switch } from '@mantine/core';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { MOST_MARGIN } from '../../../shared/contract/cleanup.ts';
import { useSettings, useUpdateSettings } from '../../core/backend/settings.ts';
import { ColorField } from '../../core/ui/ColorField.tsx';
import { SettingGroup, SettingRow, unitField } from '../../core/ui/SettingRows.tsx';
import { MASK_COLORS } from './model/mask-colors.ts';

/** Percent. */
const OPACITY = { min: 10, max: 90 } as const;

export function StudioSettings() {
  const settings =
    useSettings('maskColor', 'maskOpacity', 'maskStep', 'margin', 'matchColors') ??
    DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const opacity = Math.round(settings.maskOpacity * 100);
  const number = (range: { readonly min: number; readonly max: number }) => ({
    ...range,
    allowDecimal: false,
    allowNegative: false,
    clampBehavior: 'strict' as const,
    hideControls: true,
  });
  return (
    <SettingGroup>
      <SettingRow name="Mask colour">
        {(id) => (
          <ColorField
            id={id}
            w={144}
            withEyeDropper={false}
            swatches={MASK_COLORS}
            value={settings.maskColor}
            onChange={(maskColor) => update({ maskColor })}
          />
        )}
      </SettingRow>
      <SettingRow name="Mask opacity">
        {(id) => (
          <>
            <Slider
              w={160}
              {...OPACITY}
              step={5}
              label={null}
              thumbLabel="Mask opacity"
              value={opacity}
              onChange={(percent) => update({ maskOpacity: percent / 100 })}
            />
            <NumberInput
              id={id}
              {...unitField('%')}
              w={64}
              {...number(OPACITY)}
              clampBehavior="blur"
              value={opacity}
              onChange={(percent) => {
                if (typeof percent === 'number' && percent >= OPACITY.min && percent <= OPACITY.max)
                  update({ maskOpacity: percent / 100 });
              }}
            />
          </>
        )}
      </SettingRow>
      <SettingRow name="Grow and shrink by">
        {(id) => (
          <NumberInput
            id={id}
            {...unitField('px')}
            {...number({ min: 1, max: 100 })}
            value={settings.maskStep}
            onChange={(step) => {
              if (typeof step === 'number' && step >= 1) update({ maskStep: step });
            }}
          />
        )}
      </SettingRow>
      <SettingRow
        name="Margin around the mask"
        line="Sent too; the result fades out over it"
        keywords="clean-up edge"
      >
        {(id, lineId) => (
          <NumberInput
            id={id}
            aria-describedby={lineId}
            {...unitField('px')}
            {...number({ min: 0, max: MOST_MARGIN })}
            value={settings.margin}
            onChange={(margin) => {
              if (typeof margin === 'number') update({ margin });
            }}
          />
        )}
      </SettingRow>
      <SettingRow name="Match colours" keywords="clean-up">
        {(id) => (
          <Switch
            id={id}
            checked={settings.matchColors}
            onChange={(event) => update({ matchColors: event.currentTarget.checked })}
          />
        )}
      </SettingRow>
    </SettingGroup>
  );
}
