import { Checkbox } from '@mantine/core';
import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import { NumberField } from '../../../../core/ui/NumberField.tsx';
import type { FieldsOf } from './fields.ts';

export function BlendStepFields({ step, onChange }: FieldsOf<StepOf<'mix'>>) {
  return (
    <>
      <NumberField
        label="Strength"
        unit="%"
        range={{ min: 0, max: 100 }}
        usual={70}
        hint="100 keeps the last change as it is, 0 takes it back."
        value={Math.round(step.strength * 100)}
        onChange={(percent) =>
          onChange({ ...step, strength: Math.min(100, Math.max(0, percent ?? 100)) / 100 })
        }
      />
      <Checkbox
        label="Match colours"
        description="Corrects colour shifts from the picture before the step."
        checked={step.matchColors}
        onChange={(event) => onChange({ ...step, matchColors: event.currentTarget.checked })}
      />
    </>
  );
}
