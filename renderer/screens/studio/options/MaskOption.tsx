import { Box, ColorPicker, Popover, Slider, Stack } from '@mantine/core';
import { useState } from 'react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { MASK_COLORS } from '../model/mask-colors.ts';
import { MaskMenu } from '../toolbar/MaskMenu.tsx';

export function MaskOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const maskColor = useSetting('maskColor');
  const maskOpacity = useSetting('maskOpacity');
  const update = useUpdateSettings();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Box component="span">
          <MaskMenu isDisabled={isDisabled} onColour={() => setOpen(true)} />
        </Box>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Mask colour and opacity">
        <Stack gap="sm" w={200}>
          <ColorPicker
            format="hex"
            size="sm"
            fullWidth
            saturationLabel="Saturation of the mask colour"
            hueLabel="Hue of the mask colour"
            swatches={MASK_COLORS}
            value={maskColor}
            onChangeEnd={(color) => update({ maskColor: color.toLowerCase() })}
          />
          <Slider
            size="md"
            min={10}
            max={90}
            step={5}
            label={(value) => `${value} %`}
            thumbLabel="Mask opacity"
            value={Math.round(maskOpacity * 100)}
            onChange={(value) => update({ maskOpacity: value / 100 })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
