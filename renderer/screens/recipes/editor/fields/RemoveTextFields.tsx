import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import type { FieldsOf } from './fields.ts';

const WHERE = [
  { value: 'found', label: 'Where found' },
  { value: 'whole', label: 'Whole picture' },
] as const;

const DETAIL = [
  { value: 'full', label: 'Full' },
  { value: 'reduced', label: 'Reduced' },
] as const;

export function RemoveTextFields({ step, onChange }: FieldsOf<StepOf<'remove-text'>>) {
  return (
    <>
      <ChoiceField
        label="Where"
        hint={
          step.where === 'found'
            ? 'Gesso finds the lines of text on this computer. A picture without text is left as it is, and costs nothing.'
            : 'The whole picture is sent, in parts of 1024 × 1024 pixels.'
        }
        value={step.where}
        choices={WHERE}
        onChange={(where) => onChange({ ...step, where })}
      />
      <ChoiceField
        label="Detail"
        hint={
          step.detail === 'full'
            ? 'Every pixel is sent.'
            : 'The picture is made smaller until one call is enough; changed pixels are enlarged again.'
        }
        value={step.detail}
        choices={DETAIL}
        onChange={(detail) => onChange({ ...step, detail })}
      />
    </>
  );
}
