/** What acts on the whole mask, with its shortcuts; and how masks are painted. */
import { ActionIcon, Loader, Menu, Text, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconClipboard,
  IconContrast,
  IconCopy,
  IconDownload,
  IconMask,
  IconPaint,
  IconPencil,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts';
import { useSettings, useUpdateSettings } from '../../backend/settings.ts';
import { describeShortcut, isApple } from '../../commands/shortcut.ts';
import { useStudio } from './session/studio-store.ts';
import { useCanvas } from './use-canvas.ts';
import { loadMaskFile } from './use-studio-commands.ts';

const BUSY_AFTER_MILLISECONDS = 300;

export function MaskMenu({ isDisabled }: { readonly isDisabled: boolean }) {
  const mask = useStudio((state) => state.session?.mask);
  const hasCopy = useStudio((state) => state.copiedMask !== undefined);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const isBusy = useCanvas((snapshot) => snapshot.isMaskBusy) ?? false;
  // most work is over before an eye could tell that it began
  const [isLong] = useDebouncedValue(isBusy, BUSY_AFTER_MILLISECONDS);
  const [isOpen, setOpen] = useState(false);
  const step = (useSettings() ?? DEFAULT_SETTINGS).maskStep;
  return (
    <Menu
      position="right-end"
      width={270}
      shadow="md"
      disabled={isDisabled}
      opened={isOpen}
      onChange={setOpen}
      // the placeholder is no menu item
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <Tooltip label="Mask: invert, grow, load, save …" position="right" disabled={isOpen}>
          <ActionIcon size={36} aria-label="Mask" disabled={isDisabled}>
            {isBusy && isLong ? <Loader size={18} color="gray" /> : <IconMask size={20} />}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Item
          icon={<IconContrast size={16} />}
          keys="Mod+I"
          isDisabled={false}
          onClick={() => mask?.invert()}
        >
          Invert
        </Item>
        <Item
          icon={<IconArrowsMaximize size={16} />}
          keys="G"
          isDisabled={!hasMask}
          onClick={() => void mask?.grow()}
        >
          Grow by {step} px
        </Item>
        <Item
          icon={<IconArrowsMinimize size={16} />}
          keys="Shift+G"
          isDisabled={!hasMask}
          onClick={() => void mask?.shrink()}
        >
          Shrink by {step} px
        </Item>
        <Item
          icon={<IconPaint size={16} />}
          keys="F"
          isDisabled={!hasMask}
          onClick={() => void mask?.fillHoles()}
        >
          Fill holes
        </Item>
        <Item
          icon={<IconTrash size={16} />}
          keys="Delete"
          isDisabled={!hasMask}
          onClick={() => mask?.clear()}
        >
          Clear
        </Item>
        <Menu.Divider />
        <Item
          icon={<IconCopy size={16} />}
          keys="Shift+C"
          isDisabled={!hasMask}
          onClick={() => mask?.copy()}
        >
          Copy for another photo
        </Item>
        <Item
          icon={<IconClipboard size={16} />}
          keys="Shift+V"
          isDisabled={!hasCopy}
          onClick={() => void mask?.paste()}
        >
          Paste
        </Item>
        <Item
          icon={<IconUpload size={16} />}
          keys="Shift+Mod+O"
          isDisabled={false}
          onClick={loadMaskFile}
        >
          Load from a picture…
        </Item>
        <Item
          icon={<IconDownload size={16} />}
          keys="Alt+S"
          isDisabled={!hasMask}
          onClick={() => void mask?.save()}
        >
          Save as PNG…
        </Item>
        <Menu.Divider />
        <PenPressure />
      </Menu.Dropdown>
    </Menu>
  );
}

function Item(props: {
  readonly icon: ReactNode;
  readonly keys: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const keys = describeShortcut(props.keys, isApple(navigator.platform)).join(' ');
  return (
    <Menu.Item
      leftSection={props.icon}
      rightSection={
        <Text size="xs" c="dimmed">
          {keys}
        </Text>
      }
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      {props.children}
    </Menu.Item>
  );
}

/** Sizes and steps are set in Settings: a menu holds nothing but items. */
function PenPressure() {
  const { pressureChangesSize } = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  return (
    <Menu.Item
      leftSection={<IconPencil size={16} />}
      onClick={() => update({ pressureChangesSize: !pressureChangesSize })}
    >
      {pressureChangesSize
        ? 'Paint at full size, however hard a pen is pressed'
        : 'Let a pen’s pressure change the size'}
    </Menu.Item>
  );
}
