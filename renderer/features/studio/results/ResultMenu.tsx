/** What can be done with a result. */
import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { useStudio } from '../session/studio-store.ts';
import { resultName } from './result-name.ts';
import { compareResult, goTo } from './results-store.ts';

/** @param props.onGrow asks by how much the mask shall be grown before it is run again */
export function ResultMenu(props: {
  readonly patch: Patch;
  readonly tabIndex: number;
  readonly onGrow: () => void;
}) {
  const { patch, tabIndex, onGrow } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      width={270}
      opened={isOpen}
      onChange={setOpen}
      // the placeholder is no menu item, which axe objects to
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon size={28} aria-label={`More for ${resultName(patch)}`} tabIndex={tabIndex}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {isOpen && (
        <Menu.Dropdown>
          <Items patch={patch} onGrow={onGrow} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function Items({ patch, onGrow }: { readonly patch: Patch; readonly onGrow: () => void }) {
  const results = useStudio((state) => state.session?.results);
  const isStarting = useStudio((state) => state.isStarting);
  const hasMask = patch.operation === 'cleanup';
  return (
    <>
      <Menu.Item onClick={() => goTo(patch)}>Go to it</Menu.Item>
      <Menu.Item onClick={() => compareResult(patch)}>Compare with and without it</Menu.Item>
      <Menu.Divider />
      <Menu.Item disabled={isStarting} onClick={() => void results?.runAgain(patch.id, 0)}>
        Run again
      </Menu.Item>
      {hasMask && (
        <>
          <Menu.Item disabled={isStarting} onClick={onGrow}>
            Run again with a grown mask…
          </Menu.Item>
          <Menu.Item onClick={() => void results?.giveMaskBack(patch.id)}>
            Give the mask back
          </Menu.Item>
        </>
      )}
      <Menu.Divider />
      <Menu.Item
        rightSection={
          <Text size="xs" c="dimmed">
            Del
          </Text>
        }
        onClick={() => void results?.remove(patch.id)}
      >
        Delete
      </Menu.Item>
    </>
  );
}
