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
} from '@tabler/icons-react';
import { useState } from 'react';
import { TipTarget } from '../../core/ui/TipTarget.tsx';
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
        <TipTarget label="Mask: colour, invert, grow, load, save…" disabled={isOpen}>
          <ActionIcon aria-label="Mask" disabled={isDisabled}>
            {isBusy && isLong ? (
              <Loader size={16} color="gray" />
            ) : (
              <ColorSwatch color={maskColor} size={16} aria-hidden />
            )}
          </ActionIcon>
        </TipTarget>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandMenuItem icon={<IconPalette size={16} />} onClick={onColour}>
          Mask colour and opacity…
        </CommandMenuItem>
        <CommandMenuItem
          icon={isHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
          keys={MASK.maskHide}
          isDisabled={!hasMask}
          onClick={() => core?.toggleMask()}
        >
          {isHidden ? 'Show mask' : 'Hide mask'}
        </CommandMenuItem>
        <Menu.Divider />
        <CommandMenuItem icon={<IconContrast size={16} />} keys={MASK.invert} isDisabled={false}>
          Invert mask
        </CommandMenuItem>
        <CommandMenuItem
          icon={<IconArrowsMaximize size={16} />}
          keys={MASK.grow}
          isDisabled={!hasMask}
        >
          Grow mask by {step} px
        </CommandMenuItem>
        <CommandMenuItem
          icon={<IconArrowsMinimize size={16} />}
          keys={MASK.shrink}
          isDisabled={!hasMask}
        >
          Shrink mask by {step} px
        </CommandMenuItem>
        <CommandMenuItem icon={<IconPaint size={16} />} keys={MASK.holes} isDisabled={!hasMask}>
          Fill holes in mask
        </CommandMenuItem>
        <CommandMenuItem icon={<IconTrash size={16} />} keys={MASK.clear} isDisabled={!hasMask}>
          Clear mask
        </CommandMenuItem>
        <Menu.Divider />
        <CommandMenuItem icon={<IconCopy size={16} />} keys={MASK.copyMask} isDisabled={!hasMask}>
          Copy mask
        </CommandMenuItem>
        <CommandMenuItem
          icon={<IconClipboard size={16} />}
          keys={MASK.pasteMask}
          isDisabled={!hasCopy}
        >
          Paste mask
        </CommandMenuItem>
        <CommandMenuItem icon={<IconUpload size={16} />} keys={MASK.loadMask} isDisabled={false}>
          Load mask…
        </CommandMenuItem>
        <CommandMenuItem
          icon={<IconDownload size={16} />}
          keys={MASK.saveMask}
          isDisabled={!hasMask}
        >
          Save mask as PNG…
        </CommandMenuItem>
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
