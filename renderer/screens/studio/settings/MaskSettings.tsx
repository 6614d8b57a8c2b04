/** Settings: how the mask looks, and by how much a key press changes it. */
import { ColorInput, Group, Input, NumberInput, Slider, Stack, Title } from '@mantine/core';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';
import { MASK_COLORS } from '../model/mask-colors.ts';

export function MaskSettings() {
  const settings = useSettings('maskColor', 'maskOpacity', 'maskStep') ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  return (
    <Stack gap="sm" component="section" aria-label="Mask">
      <Title order={3} size="md">
        Mask
      </Title>
      <Group align="flex-start" gap="xl">
        <ColorInput
          label="Colour"
          w={160}
          format="hex"
          withEyeDropper={false}
          swatches={MASK_COLORS}
          value={settings.maskColor}
          onChangeEnd={(maskColor) => update({ maskColor: maskColor.toLowerCase() })}
        />
        <Input.Wrapper label="Opacity" labelElement="div" w={220}>
          <Slider
            size="md"
            mt="xs"
            min={10}
            max={90}
            step={5}
            label={(value) => `${value} %`}
            thumbLabel="Mask opacity"
            value={Math.round(settings.maskOpacity * 100)}
            onChange={(value) => update({ maskOpacity: value / 100 })}
          />
        </Input.Wrapper>
        <NumberInput
          label="Grow and shrink by, px"
          w={180}
          min={1}
          max={100}
          allowDecimal={false}
          clampBehavior="strict"
          value={settings.maskStep}
          onChange={(value) => {
            if (typeof value === 'number' && value >= 1) update({ maskStep: value });
          }}
        />
      </Group>
    </Stack>
  );
}
