/** The mask's look: shown or hidden, its colour and opacity. */
import { ActionIcon, ColorPicker, ColorSwatch, Popover, Slider, Stack } from '@mantine/core';
import { TipTarget } from '../../../base/ui/TipTarget.tsx';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { MASK_COLORS } from '../model/mask-colors.ts';
import { useCanvas, useStudioSession } from '../session/index.ts';
import { BarButton } from './BarButton.tsx';

export function MaskOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const core = useStudioSession()?.core;
  const isHidden = useCanvas((snapshot) => snapshot.isMaskHidden) ?? false;
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  return (
    <>
      <MaskLook isDisabled={isDisabled} />
      <BarButton
        label={isHidden ? 'Show mask' : 'Hide mask'}
        keys="M"
        icon={isHidden ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        isDisabled={isDisabled || !hasMask}
        onClick={() => core?.toggleMask()}
      />
    </>
  );
}

function MaskLook({ isDisabled }: { readonly isDisabled: boolean }) {
  const maskColor = useSetting('maskColor');
  const maskOpacity = useSetting('maskOpacity');
  const update = useUpdateSettings();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <TipTarget label="Mask colour and opacity" disabled={isOpen}>
          <ActionIcon
            size={28}
            aria-label="Mask colour and opacity"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={isDisabled}
            onClick={() => setOpen(!isOpen)}
          >
            <ColorSwatch color={maskColor} size={16} aria-hidden />
          </ActionIcon>
        </TipTarget>
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
