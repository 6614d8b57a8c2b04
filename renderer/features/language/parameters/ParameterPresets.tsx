/** Parameters under names: use, save, rename, delete with undo. */
import { ActionIcon, Button, Divider, Group, Modal, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { PRESETS } from '../../../../shared/contract/video-form.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { sayUndo } from '../../../ui/say-undo.tsx';
import classes from './Parameters.module.css';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterPresets({ parameters, onChange }: ParameterProps) {
  const { languagePresets: presets } = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const [isShown, setShown] = useState(false);
  /** The preset that gets a name; `new` for the parameters as they are. */
  const [namedId, setNamedId] = useState<string>();
  const text = JSON.stringify(parameters);
  const matching = presets.find((preset) => JSON.stringify(preset.parameters) === text);

  function remove(id: string): void {
    const preset = presets.find((each) => each.id === id);
    if (preset === undefined) return;
    update({ languagePresets: presets.filter((each) => each.id !== id) });
    sayUndo(`Deleted “${preset.name}”.`, () => update({ languagePresets: presets }));
  }

  function save(name: string): void {
    setNamedId(undefined);
    update({
      languagePresets:
        namedId === 'new'
          ? [...presets, { id: crypto.randomUUID(), name, parameters }]
          : presets.map((preset) => (preset.id === namedId ? { ...preset, name } : preset)),
    });
  }

  function use(next: typeof parameters): void {
    setShown(false);
    onChange(next);
  }

  function name(id: string): void {
    setShown(false);
    setNamedId(id);
  }

  return (
    <>
      <Popover
        opened={isShown}
        onChange={setShown}
        position="bottom-start"
        width={280}
        shadow="md"
        trapFocus
        returnFocus
      >
        <Popover.Target>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            leftSection={<IconBookmark size={16} />}
            onClick={() => setShown(!isShown)}
          >
            {matching?.name ?? 'Presets'}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={6} aria-label="Presets">
          {presets.map((preset) => (
            <Group key={preset.id} gap={2} wrap="nowrap">
              <Button
                variant="subtle"
                color="gray"
                justify="flex-start"
                className={classes['grow'] ?? ''}
                onClick={() => use(preset.parameters)}
              >
                {preset.name}
              </Button>
              <ActionIcon
                size={26}
                aria-label={`Rename ${preset.name}`}
                onClick={() => name(preset.id)}
              >
                <IconPencil size={14} />
              </ActionIcon>
              <ActionIcon
                size={26}
                aria-label={`Delete ${preset.name}`}
                onClick={() => remove(preset.id)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          {presets.length > 0 && <Divider my={4} />}
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            disabled={presets.length >= PRESETS.most}
            onClick={() => name('new')}
          >
            Save these parameters…
          </Button>
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            onClick={() => use({})}
          >
            Unset all
          </Button>
        </Popover.Dropdown>
      </Popover>
      <Modal
        opened={namedId !== undefined}
        onClose={() => setNamedId(undefined)}
        title={namedId === 'new' ? 'Save parameters' : 'Rename parameters'}
        size="sm"
      >
        <NameForm first={presets.find(({ id }) => id === namedId)?.name ?? ''} onSave={save} />
      </Modal>
    </>
  );
}

function NameForm(props: { readonly first: string; readonly onSave: (name: string) => void }) {
  const [name, setName] = useState(props.first);
  const trimmed = name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '') props.onSave(trimmed);
      }}
    >
      <TextInput
        label="Name"
        data-autofocus
        autoComplete="off"
        maxLength={PRESETS.nameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={trimmed === ''}>
          Save
        </Button>
      </Group>
    </form>
  );
}
