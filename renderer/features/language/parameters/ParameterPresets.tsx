/** Parameters under names. */
import { DEFAULT_SETTINGS } from '../../../../shared/contract/default-settings.ts';
import { PRESETS } from '../../../../shared/contract/video-form.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { Presets } from '../../../ui/Presets.tsx';
import { sayUndo } from '../../../ui/say-undo.tsx';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterPresets({ parameters, onChange }: ParameterProps) {
  const { languagePresets: presets } = useSettings() ?? DEFAULT_SETTINGS;
  const update = useUpdateSettings();
  const text = JSON.stringify(parameters);
  const find = (id: string) => presets.find((preset) => preset.id === id);
  return (
    <Presets
      presets={presets}
      matching={presets.find((preset) => JSON.stringify(preset.parameters) === text)?.name}
      noun="parameters"
      resetLabel="Unset all"
      limits={PRESETS}
      actions={{
        use(id) {
          const preset = find(id);
          if (preset !== undefined) onChange(preset.parameters);
        },
        save: (name) =>
          update({ languagePresets: [...presets, { id: crypto.randomUUID(), name, parameters }] }),
        rename: (id, name) =>
          update({
            languagePresets: presets.map((each) => (each.id === id ? { ...each, name } : each)),
          }),
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
