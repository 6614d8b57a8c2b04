import type { LanguageParameters } from '../../../../shared/contract/language.ts';
import { PRESETS } from '../../../../shared/contract/video-form.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Presets } from '../../../base/ui/Presets.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterPresets({ parameters, onChange }: ParameterProps) {
  const presets = useSetting('languagePresets');
  const update = useUpdateSettings();
  const text = textOf(parameters);
  const find = (id: string) => presets.find((preset) => preset.id === id);
  return (
    <Presets
      presets={presets}
      matching={presets.find((preset) => textOf(preset.parameters) === text)?.name}
      noun="parameters"
      resetLabel="Unset all"
      limits={PRESETS}
      actions={{
        use(id) {
          const preset = find(id);
          if (preset !== undefined) onChange(preset.parameters);
        },
        save: (entered) => {
          const name = freeName(entered, presets);
          update({ languagePresets: [...presets, { id: crypto.randomUUID(), name, parameters }] });
        },
        rename(id, entered) {
          const others = presets.filter((each) => each.id !== id);
          const name = freeName(entered, others);
          update({
            languagePresets: presets.map((each) => (each.id === id ? { ...each, name } : each)),
          });
        },
        remove(id) {
          const preset = find(id);
          if (preset === undefined) return;
          update({ languagePresets: presets.filter((each) => each.id !== id) });
          sayUndo(`Deleted “${preset.name}”.`, () => update({ languagePresets: presets }));
        },
        reset: () => onChange({}),
      }}
    />
  );
}

/** Ignores the order of the keys. */
function textOf(parameters: LanguageParameters): string {
  return JSON.stringify(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Appends a number to a taken name, e.g. "Warm 2". */
function freeName(name: string, taken: readonly { readonly name: string }[]): string {
  let free = name;
  for (let number = 2; taken.some((each) => each.name === free); number += 1) {
    free = `${name.slice(0, PRESETS.nameCharacters - 4)} ${number}`;
  }
  return free;
}
