/** Settings under names: use, save, rename, delete with undo. */
import { ActionIcon, Button, Divider, Group, Modal, Popover, TextInput } from '@mantine/core';
import { IconBookmark, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import {
  DEFAULT_VIDEO_FORM,
  PRESETS,
  type VideoForm,
} from '../../../../shared/contract/video-form.ts';
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
  const [isShown, setShown] = useState(false);
  const matching = matchingPreset(presets, form);

  function use(saved: VideoForm): void {
    session.change(saved);
    setShown(false);
  }

  function beginNaming(id: string): void {
    setShown(false);
    setNaming(id);
  }

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
      <Popover
        opened={isShown}
        onChange={setShown}
        position="bottom-start"
        shadow="md"
        width={280}
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
          <ul className={classes['presetList']} aria-label="Saved settings">
            {presets.map(({ id, name, form: saved }) => (
              <li key={id}>
                <Button
                  variant="subtle"
                  color="gray"
                  className={classes['preset'] ?? ''}
                  justify="flex-start"
                  onClick={() => use(saved)}
                >
                  {name}
                </Button>
                <ActionIcon size={26} aria-label={`Rename ${name}`} onClick={() => beginNaming(id)}>
                  <IconPencil size={14} />
                </ActionIcon>
                <ActionIcon size={26} aria-label={`Delete ${name}`} onClick={() => remove(id)}>
                  <IconTrash size={14} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          {presets.length > 0 && <Divider my={4} />}
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            disabled={presets.length >= PRESETS.most}
            onClick={() => beginNaming('new')}
          >
            Save these settings…
          </Button>
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            justify="flex-start"
            onClick={() => use(DEFAULT_VIDEO_FORM)}
          >
            Reset settings
          </Button>
        </Popover.Dropdown>
      </Popover>
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
