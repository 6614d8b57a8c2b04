import { Autocomplete } from '@mantine/core';
import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import { initialForm } from '../../../../../shared/parameters/parameter-table.ts';
import {
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../../../../../shared/parameters/upscale-parameters.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { NumberField } from '../../../../core/ui/NumberField.tsx';
import { SideFields } from './SideFields.tsx';
import type { FieldsOf } from './fields.ts';

const MODES = [
  { value: 'factor', label: 'By factor' },
  { value: 'size', label: 'To a size' },
] as const;

const { upscaler } = UPSCALE_PARAMETERS;

export function UpscaleFields({ step, onChange }: FieldsOf<StepOf<'upscale'>>) {
  const { size } = step.parameters;
  const change = (parameters: Partial<StepOf<'upscale'>['parameters']>): void =>
    onChange({ ...step, parameters: { ...step.parameters, ...parameters } });
  return (
    <>
      <ChoiceField
        label="Size"
        hint={
          size.mode === 'factor'
            ? 'Each picture grows by the same factor.'
            : 'Every picture gets exactly this size; parts beyond it are cut off.'
        }
        value={size.mode}
        choices={MODES}
        onChange={(mode) =>
          change({
            size:
              mode === 'factor'
                ? { mode, ...initialForm(UPSCALE_BY_FACTOR) }
                : { mode, ...initialForm(UPSCALE_TO_SIZE), crop: true },
          })
        }
      />
      {size.mode === 'factor' ? (
        <NumberField
          label={UPSCALE_BY_FACTOR.factor.label}
          unit="×"
          range={{ min: 1, max: 8 }}
          step={0.5}
          usual={UPSCALE_BY_FACTOR.factor.initial}
          hint="2 makes each side twice as long."
          value={size.factor}
          onChange={(factor) =>
            change({ size: { ...size, factor: Math.min(8, Math.max(1, factor ?? 1)) } })
          }
        />
      ) : (
        <SideFields
          width={size.width}
          height={size.height}
          onChange={(sides) => change({ size: { ...size, ...sides } })}
        />
      )}
      <Autocomplete
        size="xs"
        label={upscaler.label}
        description={upscaler.hint}
        data={[...upscaler.suggestions]}
        value={step.parameters.upscaler}
        onChange={(name) => change({ upscaler: name })}
      />
    </>
  );
}
