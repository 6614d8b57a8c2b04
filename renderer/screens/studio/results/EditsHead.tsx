import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDots, IconHighlight } from '@tabler/icons-react';
import { BarButton } from '../options/BarButton.tsx';
import { changedByAll } from '../model/variants.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { RESULTS } from '../commands/studio-commands.ts';

export function EditsHead() {
  const session = useStudioSession();
  const store = useStudioStore();
  const hidden = useStudio((state) => changedByAll(state.patches, true).length);
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const isCleanedShown = useStudio((state) => state.results.isCleanedShown);
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label="All results">
      <BarButton
        label="Previous result"
        keys={RESULTS.previousResult}
        icon={<IconChevronLeft size={16} />}
        isDisabled={shown === 0}
        onClick={() => session?.review.goToNeighbour(-1)}
      />
      <BarButton
        label="Next result"
        keys={RESULTS.nextResult}
        icon={<IconChevronRight size={16} />}
        isDisabled={shown === 0}
        onClick={() => session?.review.goToNeighbour(1)}
      />
      <BarButton
        label="Show cleaned areas"
        keys={RESULTS['cleaned.show']}
        icon={<IconHighlight size={16} />}
        isPressed={isCleanedShown}
        onClick={() => store.setSlice('results', { isCleanedShown: !isCleanedShown })}
      />
      <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon aria-label="More actions for all results">
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
  );
}
