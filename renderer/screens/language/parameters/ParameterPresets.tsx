import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Presets } from '../../../core/ui/Presets.tsx';
import type { ParameterProps } from './parameters.ts';

export function ParameterPresets({ parameters, onChange }: ParameterProps) {
  const stored = useSetting('languagePresets');
  const update = useUpdateSettings();
  const presets = stored.map(({ parameters: form, ...preset }) => ({ ...preset, form }));
  return (
    <Presets
      presets={presets}
      form={parameters}
      noun="parameters"
      resetLabel="Unset all"
      onKeep={(kept) =>
        update({
          languagePresets: kept.map(({ form, ...preset }) => ({ ...preset, parameters: form })),
        })
      }
      onUse={onChange}
      onReset={() => onChange({})}
    />
  );
}

/** Leaves half of the window to the document between a list and the inspector. */
export const WIDEST_PANEL = 'max(17rem, calc(50vw - 11rem - var(--gesso-rail)))';
