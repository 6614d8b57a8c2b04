/** Actions on all results: going through them, comparing, tinting, showing and hiding. */
import { ActionIcon, Group, Menu, Title } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconHighlight,
  IconLayersDifference,
} from '@tabler/icons-react';
import { BarButton } from '../options/BarButton.tsx';
import { changedByAll } from '../model/variants.ts';
import classes from './Results.module.css';
import { useResults, useStudio, useStudioSession } from '../session/index.ts';

export function HistoryHead() {
  const session = useStudioSession();
  const hidden = useStudio((state) => changedByAll(state.patches, true).length);
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const isComparing = useResults((state) => state.compared !== undefined);
  const isCleanedShown = useResults((state) => state.isCleanedShown);
  return (
    <Group justify="space-between" wrap="nowrap" gap="2xs" className={classes['head'] ?? ''}>
      <Title order={2} size="sm">
        Results
      </Title>
      <Group gap={0} wrap="nowrap" role="group" aria-label="All results">
        <BarButton
          label="Previous result"
          keys=","
          icon={<IconChevronLeft size={16} />}
          isDisabled={shown === 0}
          onClick={() => session?.review.goToNeighbour(-1)}
        />
        <BarButton
          label="Next result"
          keys="."
          icon={<IconChevronRight size={16} />}
          isDisabled={shown === 0}
          onClick={() => session?.review.goToNeighbour(1)}
        />
        <BarButton
          label="Compare"
          keys="C"
          icon={<IconLayersDifference size={16} />}
          isPressed={isComparing}
          onClick={() => session?.review.toggleComparing()}
        />
        <BarButton
          label="Show cleaned areas"
          keys="Shift+O"
          icon={<IconHighlight size={16} />}
          isPressed={isCleanedShown}
          onClick={() => session?.review.toggleCleaned()}
        />
        <Menu position="bottom-end" shadow="md" width={230} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon size={28} aria-label="More actions for all results">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              disabled={hidden === 0}
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
