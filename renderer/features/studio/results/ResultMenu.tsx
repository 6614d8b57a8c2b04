/** What can be done with a result. */
import { ActionIcon, Group, Menu, NumberInput, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Patch } from '../../../../shared/contract/photos.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { useSettings } from '../../../backend/settings.ts';
import { useStudio } from '../session/studio-store.ts';
import { resultName } from './result-name.ts';
import { compareResult, goTo } from './results-store.ts';

/** Most photo pixels that a mask is grown by before it is run again. */
const MOST_GROWTH = 500;

export function ResultMenu(props: { readonly patch: Patch; readonly tabIndex: number }) {
  const { patch, tabIndex } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="bottom-end" shadow="md" width={270} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={`More for ${resultName(patch)}`} tabIndex={tabIndex}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {isOpen && (
        <Menu.Dropdown>
          <Items patch={patch} onDone={() => setOpen(false)} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
}

function Items({ patch, onDone }: { readonly patch: Patch; readonly onDone: () => void }) {
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
          <GrownAgain
            isDisabled={isStarting}
            onRun={(grow) => {
              onDone();
              void results?.runAgain(patch.id, grow);
            }}
          />
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

function GrownAgain(props: {
  readonly isDisabled: boolean;
  readonly onRun: (grow: number) => void;
}) {
  const step = (useSettings() ?? DEFAULT_SETTINGS).maskStep;
  const [typed, setTyped] = useState<number | string>();
  const grow = typeof typed === 'number' && typed >= 1 ? Math.round(typed) : step;
  return (
    <>
      <Menu.Item disabled={props.isDisabled} onClick={() => props.onRun(grow)}>
        Run again with a grown mask
      </Menu.Item>
      <Group justify="space-between" px="sm" py={4} wrap="nowrap">
        <Text size="xs" c="dimmed">
          Grow by, px
        </Text>
        <NumberInput
          aria-label="Grow the mask by, photo pixels"
          size="xs"
          w={80}
          min={1}
          max={MOST_GROWTH}
          allowDecimal={false}
          clampBehavior="strict"
          value={typed ?? step}
          onChange={setTyped}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !props.isDisabled) props.onRun(grow);
          }}
        />
      </Group>
    </>
  );
}
