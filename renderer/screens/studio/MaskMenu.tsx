import { ActionIcon, ColorSwatch, Loader, Menu } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconClipboard,
  IconContrast,
  IconCopy,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconPaint,
  IconPalette,
  IconPencil,
  IconTrash,
  IconUpload,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSetting, useUpdateSettings } from '../../core/backend/settings.ts';
import { CommandMenuItem } from '../../core/commands/CommandMenuItem.tsx';
import { useCanvas, useStudio, useStudioSession } from './session/index.ts';
import { MASK } from './commands/studio-commands.ts';

const BUSY_AFTER_MILLISECONDS = 300;

/** @param props.onColour opens colour and opacity */
export function MaskMenu(props: { readonly isDisabled: boolean; readonly onColour: () => void }) {
  const { isDisabled, onColour } = props;
  const maskColor = useSetting('maskColor');
  const isHidden = useCanvas((snapshot) => snapshot.isMaskHidden) ?? false;
  const session = useStudioSession();
  const core = session?.core;
  const hasCopy = useStudio((state) => state.copiedMask !== undefined);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const isBusy = useCanvas((snapshot) => snapshot.isMaskBusy) ?? false;
  // most operations end before a spinner would be noticed
  const [isLong] = useDebouncedValue(isBusy, BUSY_AFTER_MILLISECONDS);
  const [isOpen, setOpen] = useState(false);
  const step = useSetting('maskStep');
  const onMask = (Icon: Icon, label: string, name: keyof typeof MASK, isOff = !hasMask) => (
    <CommandMenuItem icon={<Icon size={16} />} keys={MASK[name]} isDisabled={isOff} label={label} />
  );
  return (
    <Menu
      position="bottom-start"
      width={270}
      disabled={isDisabled}
      opened={isOpen}
      onChange={setOpen}
      // the placeholder is not a menu item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon
          data-tip="Mask: colour, invert, grow, load, save…"
          aria-label="Mask"
          disabled={isDisabled}
        >
          {isBusy && isLong ? (
            <Loader size={16} color="gray" />
          ) : (
            <ColorSwatch color={maskColor} size={16} aria-hidden />
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandMenuItem
          icon={<IconPalette size={16} />}
          onClick={onColour}
          label="Mask colour and opacity…"
        />
        <CommandMenuItem
          icon={isHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
          keys={MASK.maskHide}
          isDisabled={!hasMask}
          onClick={() => core?.toggleMask()}
          label={isHidden ? 'Show mask' : 'Hide mask'}
        />
        <Menu.Divider />
        {onMask(IconContrast, 'Invert mask', 'invert', false)}
        {onMask(IconArrowsMaximize, `Grow mask by ${step} px`, 'grow')}
        {onMask(IconArrowsMinimize, `Shrink mask by ${step} px`, 'shrink')}
        {onMask(IconPaint, 'Fill holes in mask', 'holes')}
        {onMask(IconTrash, 'Clear mask', 'clear')}
        <Menu.Divider />
        {onMask(IconCopy, 'Copy mask', 'copyMask')}
        {onMask(IconClipboard, 'Paste mask', 'pasteMask', !hasCopy)}
        {onMask(IconUpload, 'Load mask…', 'loadMask', false)}
        {onMask(IconDownload, 'Save mask as PNG…', 'saveMask')}
        <Menu.Divider />
        <PenPressure />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Sizes and steps are in Settings: a menu only holds items. */
function PenPressure() {
  const pressureChangesSize = useSetting('pressureChangesSize');
  const update = useUpdateSettings();
  return (
    <Menu.Item
      leftSection={<IconPencil size={16} />}
      onClick={() => update({ pressureChangesSize: !pressureChangesSize })}
    >
      {pressureChangesSize ? 'Turn pen pressure off' : 'Turn pen pressure on'}
    </Menu.Item>
  );
}
