import { DEFAULT_VIDEO_FORM } from '../../../../shared/contract/default-screen-state.ts';
import { PRESETS } from '../../../../shared/contract/video-form.ts';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { Presets as NamedValues } from '../../../base/ui/Presets.tsx';
import { sayUndo } from '../../../base/ui/say-undo.ts';
import {
  matchingPreset,
  withoutPreset,
  withPreset,
  withPresetAt,
  withPresetName,
} from '../model/presets.ts';
import { useVideo, useVideoSession } from '../session/index.ts';

export function Presets() {
  const session = useVideoSession();
  const form = useVideo((state) => state.form);
  const presets = useSetting('videoPresets');
  const update = useUpdateSettings();

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
    <NamedValues
      presets={presets}
      matching={matchingPreset(presets, form)?.name}
      noun="settings"
      resetLabel="Reset settings"
      limits={PRESETS}
      actions={{
        use(id) {
          const preset = presets.find((each) => each.id === id);
          if (preset !== undefined) session.change(preset.form);
        },
        save: (name) =>
          update({ videoPresets: withPreset(presets, name, form, crypto.randomUUID()) }),
        rename: (id, name) => update({ videoPresets: withPresetName(presets, id, name) }),
        remove,
        reset: () => session.change(DEFAULT_VIDEO_FORM),
      }}
    />
  );
}
