/** Turns the view, never the photo. */
import { ActionIcon, Menu } from '@mantine/core';
import { IconFlipVertical, IconRotate, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { isTurned, NO_TURN, turnInWords } from '../../../viewer/stage/geometry/turn.ts';
import { useCanvas } from '../session/index.ts';
import { CANVAS_VIEW } from '../commands/studio-commands.ts';

export function TurnOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  const label = `View ${turnInWords(turn)}`;
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon data-tip={label} aria-label={label} data-active disabled={isDisabled}>
          <IconRotateClockwise size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <TurnItems />
      </Menu.Dropdown>
    </Menu>
  );
}

export function TurnItems() {
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  return (
    <>
      <CommandMenuItem
        icon={<IconRotateClockwise size={16} />}
        keys={CANVAS_VIEW.rotateRight}
        label="Rotate view right"
      />
      <CommandMenuItem
        icon={<IconRotate size={16} />}
        keys={CANVAS_VIEW.rotateLeft}
        label="Rotate view left"
      />
      <CommandMenuItem
        icon={<IconFlipVertical size={16} />}
        keys={CANVAS_VIEW.mirrorView}
        label="Mirror view"
      />
      <Menu.Divider />
      <CommandMenuItem
        icon={<IconX size={16} />}
        keys={CANVAS_VIEW.turnBack}
        isDisabled={!isTurned(turn)}
        label="Reset rotation and mirroring"
      />
    </>
  );
}
