/** Named values: use, save, rename, delete with undo. */
import { ActionIcon, Box, Divider, Group, Modal, Popover } from '@mantine/core';
import { IconChevronDown, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PRESETS } from '../../../shared/contract/settings.ts';
import { NameForm } from './NameForm.tsx';
import { sayUndo } from './say-undo.tsx';
import shared from './shared.module.css';
import { firstCharacters } from '../../../shared/first-characters.ts';
import { QuietButton } from './variants.ts';

interface Preset<Values> {
  readonly id: string;
  readonly name: string;
  readonly form: Values;
}

/** Every change returns a new list. */
type PresetList<Values> = readonly Preset<Values>[];

/** Returns the preset with exactly these values. */
export function matchingPreset<Values extends object>(
  presets: PresetList<Values>,
  form: Values,
): Preset<Values> | undefined {
  const text = textOf(form);
  return presets.find((preset) => textOf(preset.form) === text);
}

/** Replaces the values of the preset with this name, or appends a new preset. */
export function withPreset<Values>(
  presets: PresetList<Values>,
  name: string,
  form: Values,
  id: string,
): PresetList<Values> {
  const known = presets.find((preset) => preset.name === name);
  if (known === undefined) return [...presets, { id, name, form }];
  return presets.map((preset) => (preset.id === known.id ? { ...preset, form } : preset));
}

/** Renames a preset, and adds a number if another one has the name. */
export function withPresetName<Values>(
  presets: PresetList<Values>,
  id: string,
  name: string,
): PresetList<Values> {
  const others = new Set(presets.filter((preset) => preset.id !== id).map((each) => each.name));
  let free = name;
  for (let number = 2; others.has(free); number++) {
    free = `${firstCharacters(name, PRESETS.nameCharacters - 4)} ${number}`;
  }
  return presets.map((preset) => (preset.id === id ? { ...preset, name: free } : preset));
}

export function withoutPreset<Values>(presets: PresetList<Values>, id: string): PresetList<Values> {
  return presets.filter((preset) => preset.id !== id);
}

/** Restores a deleted preset at its old place, and adds a number if its name was taken since. */
export function withPresetAt<Values>(
  presets: PresetList<Values>,
  preset: Preset<Values>,
  index: number,
): PresetList<Values> {
  return withPresetName(presets.toSpliced(index, 0, preset), preset.id, preset.name);
}

/** Returns equal texts for equal values, in whatever order they were set. */
function textOf(form: object): string {
  return JSON.stringify(Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param props.noun of the values, such as "settings" */
export function Presets<Values extends object>(props: {
  readonly presets: readonly Preset<Values>[];
  readonly form: Values;
  readonly noun: string;
  readonly resetLabel: string;
  readonly onKeep: (presets: readonly Preset<Values>[]) => void;
  readonly onUse: (form: Values) => void;
  readonly onReset: () => void;
}) {
  const { presets, form, noun, resetLabel, onKeep, onUse, onReset } = props;
  const [isShown, setShown] = useState(false);
  /** The preset being named; `new` for the current values. */
  const [naming, setNaming] = useState<string>();
  /** For an undo, which may come after others have been saved. */
  const latest = useRef(presets);
  useEffect(() => {
    latest.current = presets;
  }, [presets]);

  function remove(preset: Preset<Values>): void {
    const index = presets.indexOf(preset);
    onKeep(withoutPreset(presets, preset.id));
    sayUndo(`Deleted “${preset.name}”.`, () => onKeep(withPresetAt(latest.current, preset, index)));
  }

  function keepAs(name: string): void {
    const replaced = presets.find((preset) => preset.name === name);
    onKeep(withPreset(presets, name, form, crypto.randomUUID()));
    if (replaced === undefined || matchingPreset([replaced], form) !== undefined) return;
    const { form: before, id } = replaced;
    sayUndo(`Replaced “${name}”.`, () => onKeep(withPreset(latest.current, name, before, id)));
  }

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
          <QuietButton
            px="xs"
            rightSection={<IconChevronDown size={16} />}
            onClick={() => setShown(!isShown)}
          >
            {matchingPreset(presets, form)?.name ?? 'Presets'}
          </QuietButton>
        </Popover.Target>
        <Popover.Dropdown p="2xs" aria-label="Presets">
          <Box
            component="ul"
            mah="50vh"
            className={shared['scroller'] ?? ''}
            aria-label={`Saved ${noun}`}
          >
            {presets.map((preset) => (
              <Group key={preset.id} component="li" gap="3xs" wrap="nowrap">
                <QuietButton
                  color="gray"
                  flex={1}
                  miw={0}
                  justify="flex-start"
                  onClick={then(() => onUse(preset.form))}
                >
                  {preset.name}
                </QuietButton>
                <ActionIcon
                  size="sm"
                  aria-label={`Rename ${preset.name}`}
                  onClick={then(() => setNaming(preset.id))}
                >
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  size="sm"
                  aria-label={`Delete ${preset.name}`}
                  onClick={() => remove(preset)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Group>
            ))}
          </Box>
          {presets.length > 0 && <Divider my="2xs" />}
          <QuietButton
            color="gray"
            fullWidth
            justify="flex-start"
            disabled={presets.length >= PRESETS.most}
            onClick={then(() => setNaming('new'))}
          >
            Save these {noun}…
          </QuietButton>
          <QuietButton color="gray" fullWidth justify="flex-start" onClick={then(onReset)}>
            {resetLabel}
          </QuietButton>
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
          maxLength={PRESETS.nameCharacters}
          onClose={() => setNaming(undefined)}
          onName={(name) => {
            if (naming === 'new') keepAs(name);
            else if (naming !== undefined) onKeep(withPresetName(presets, naming, name));
            setNaming(undefined);
          }}
        />
      </Modal>
    </>
  );
}
