/** Settings under names: use, save, rename, delete with undo. */
import { ActionIcon, Button, Group, Menu, Modal, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { DEFAULT_VIDEO_FORM, PRESETS } from '../../../../shared/contract/video-form.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { sayUndo } from '../../../ui/say-undo.tsx';
import {
  matchingPreset,
  withoutPreset,
  withPreset,
  withPresetAt,
  withPresetName,
} from '../model/presets.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import classes from './Form.module.css';

export function Presets() {
  const session = useVideoSession();
  const form = useVideo((state) => state.form);
  const { videoPresets: presets } = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  /** The preset that gets a name; `new` for the form as it is. */
  const [naming, setNaming] = useState<string>();
  const matching = matchingPreset(presets, form);

  function remove(id: string): void {
    const index = presets.findIndex((preset) => preset.id === id);
    const preset = presets[index];
    if (preset === undefined) return;
    const left = withoutPreset(presets, id);
    update({ videoPresets: left });
    sayUndo(`Deleted “${preset.name}”.`, () =>
      update({ videoPresets: withPresetAt(left, preset, index) }),
    );
  }

  return (
    <div className={classes['presets']}>
      <Menu position="bottom-start" shadow="md" width={280} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            fullWidth
            justify="flex-start"
            leftSection={<IconBookmark size={16} />}
          >
            {matching?.name ?? 'Presets'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {presets.map(({ id, name, form: saved }) => (
            <Group key={id} gap={2} wrap="nowrap">
              <Menu.Item className={classes['preset'] ?? ''} onClick={() => session.change(saved)}>
                {name}
              </Menu.Item>
              <ActionIcon size={26} aria-label={`Rename ${name}`} onClick={() => setNaming(id)}>
                <IconPencil size={14} />
              </ActionIcon>
              <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={() => remove(id)}>
                <IconTrash size={14} />
              </ActionIcon>
            </Group>
          ))}
          {presets.length > 0 && <Menu.Divider />}
          <Menu.Item disabled={presets.length >= PRESETS.most} onClick={() => setNaming('new')}>
            Save these settings…
          </Menu.Item>
          <Menu.Item onClick={() => session.change(DEFAULT_VIDEO_FORM)}>Reset settings</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={naming !== undefined}
        onClose={() => setNaming(undefined)}
        title={naming === 'new' ? 'Save settings' : 'Rename settings'}
        size="sm"
      >
        <NameForm
          first={presets.find(({ id }) => id === naming)?.name ?? ''}
          onClose={() => setNaming(undefined)}
          onName={(name) => {
            update({
              videoPresets:
                naming === 'new'
                  ? withPreset(presets, name, form, crypto.randomUUID())
                  : withPresetName(presets, naming ?? '', name),
            });
            setNaming(undefined);
          }}
        />
      </Modal>
    </div>
  );
}

function NameForm(props: {
  readonly first: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}) {
  const { first, onClose, onName } = props;
  const [name, setName] = useState(first);
  const trimmed = name.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '') onName(trimmed);
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
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={trimmed === ''}>
          Save
        </Button>
      </Group>
    </form>
  );
}
