/** Actions on all results: going through them, comparing, tinting, showing and hiding. */
import { ActionIcon, Group, Menu, Title, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconHighlight,
  IconLayersDifference,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import classes from './Results.module.css';
import { useResults, useStudio, useStudioSession } from '../session/index.ts';

export function HistoryHead() {
  const session = useStudioSession();
  const count = useStudio((state) => state.patches.length);
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const isComparing = useResults((state) => state.compared !== undefined);
  const isCleanedShown = useResults((state) => state.isCleanedShown);
  return (
    <Group justify="space-between" wrap="nowrap" gap={4} className={classes['head'] ?? ''}>
      <Title order={2} size="sm">
        Results
      </Title>
      <Group gap={0} wrap="nowrap" role="group" aria-label="All results">
        <HeadButton
          label="Previous result"
          keys=","
          icon={<IconChevronLeft size={18} />}
          isDisabled={shown === 0}
          onClick={() => session?.review.goToNeighbour(-1)}
        />
        <HeadButton
          label="Next result"
          keys="."
          icon={<IconChevronRight size={18} />}
          isDisabled={shown === 0}
          onClick={() => session?.review.goToNeighbour(1)}
        />
        <HeadButton
          label="Compare"
          keys="C"
          icon={<IconLayersDifference size={18} />}
          isPressed={isComparing}
          onClick={() => session?.review.toggleComparing()}
        />
        <HeadButton
          label="Show cleaned areas"
          keys="Shift+O"
          icon={<IconHighlight size={18} />}
          isPressed={isCleanedShown}
          onClick={() => session?.review.toggleCleaned()}
        />
        <Menu position="bottom-end" shadow="md" width={230} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon size={28} aria-label="More actions for all results">
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              disabled={shown === count}
              onClick={() => void session?.results.setAllShown(true)}
            >
              Show all results
            </Menu.Item>
            <Menu.Item
              disabled={shown === 0}
              onClick={() => void session?.results.setAllShown(false)}
            >
              Hide all results
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => session?.review.keepState()}>
              Save this state for comparison
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}

function HeadButton(props: {
  readonly label: string;
  readonly keys: string;
  readonly icon: ReactNode;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  const { label, keys, icon, isPressed, isDisabled, onClick } = props;
  const shortcut = describeShortcut(keys, isApple(navigator.platform)).join(' ');
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <ActionIcon
        size={28}
        aria-label={label}
        aria-pressed={isPressed}
        variant={isPressed === true ? 'filled' : 'subtle'}
        color={isPressed === true ? 'accent' : 'gray'}
        disabled={isDisabled ?? false}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
