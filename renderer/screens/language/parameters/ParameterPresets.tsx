import { useMemo } from 'react';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { Presets } from '../../../core/ui/Presets.tsx';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterPresets({ parameters, onChange }: ParameterProps) {
  const stored = useSetting('languagePresets');
  const update = useUpdateSettings();
  const presets = useMemo(
    () => stored.map(({ parameters: form, ...preset }) => ({ ...preset, form })),
    [stored],
  );
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
