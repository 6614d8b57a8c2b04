/** Named values: use, save, rename, delete with undo. */
import { ActionIcon, Box, Button, Divider, Group, Modal, Popover } from '@mantine/core';
import { IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NameForm } from './NameForm.tsx';
import shared from './shared.module.css';

interface PresetEntry {
  readonly id: string;
  readonly name: string;
}

/** Ids are those of entries. */
export interface PresetActions {
  readonly use: (id: string) => void;
  readonly save: (name: string) => void;
  readonly rename: (id: string, name: string) => void;
  readonly remove: (id: string) => void;
  readonly reset: () => void;
}

/** @param props.noun of the values, such as "settings" */
export function Presets(props: {
  readonly presets: readonly PresetEntry[];
  /** The name of the preset with the current values, if any. */
  readonly matching: string | undefined;
  readonly noun: string;
  readonly resetLabel: string;
  /** Most presets, and most characters of a name. */
  readonly limits: { readonly most: number; readonly nameCharacters: number };
  readonly actions: PresetActions;
}) {
  const { presets, matching, noun, resetLabel, limits, actions } = props;
  const [isShown, setShown] = useState(false);
  /** The preset being named; `new` for the current values. */
  const [naming, setNaming] = useState<string>();

  function then(act: () => void): () => void {
    return () => {
      setShown(false);
      act();
    };
  }

  return (
    <>
      <Popover
        opened={isShown}
        onChange={setShown}
        position="bottom-end"
        shadow="md"
        width={280}
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="subtle"
            px="xs"
            rightSection={<IconChevronDown size={16} />}
            onClick={() => setShown(!isShown)}
          >
            {matching ?? 'Presets'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="2xs" aria-label="Presets">
          <Box
            component="ul"
            mah="50vh"
            className={shared['scroller'] ?? ''}
            aria-label={`Saved ${noun}`}
          >
            {presets.map(({ id, name }) => (
              <Group key={id} component="li" gap="3xs" wrap="nowrap">
                <Button
                  variant="subtle"
                  color="gray"
                  flex={1}
                  miw={0}
                  justify="flex-start"
                  onClick={then(() => actions.use(id))}
                >
                  {name}
                </Button>
                <ActionIcon
                  size="sm"
                  aria-label={`Rename ${name}`}
                  onClick={then(() => setNaming(id))}
                >
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={`Delete ${name}`}
                  onClick={() => actions.remove(id)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            ))}
          </Box>
          {presets.length > 0 && <Divider my="2xs" />}
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            disabled={presets.length >= limits.most}
            onClick={then(() => setNaming('new'))}
          >
            Save these {noun}…
          </Button>
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            onClick={then(actions.reset)}
          >
            {resetLabel}
          </Button>
        </Popover.Dropdown>
      </Popover>
      <Modal
        opened={naming !== undefined}
        onClose={() => setNaming(undefined)}
        title={naming === 'new' ? `Save ${noun}` : `Rename ${noun}`}
        size="sm"
      >
        <NameForm
          first={presets.find(({ id }) => id === naming)?.name ?? ''}
          maxLength={limits.nameCharacters}
          onClose={() => setNaming(undefined)}
          onName={(name) => {
            if (naming === 'new') actions.save(name);
            else if (naming !== undefined) actions.rename(naming, name);
            setNaming(undefined);
          }}
        />
      </Modal>
    </>
  );
}
