import { NumberInput, Select } from '@mantine/core';
import type { RecipeStep, StepCondition } from '../../../../../shared/contract/recipes.ts';
import type { FieldsOf } from './fields.ts';

const CONDITIONS = [
  { value: 'always', label: 'Always' },
  { value: 'larger', label: 'Only if larger than …' },
  { value: 'smaller', label: 'Only if smaller than …' },
  { value: 'text', label: 'Only if text is found' },
  { value: 'face', label: 'Only if a face is found' },
  { value: 'people', label: 'Only if people are found' },
  { value: 'changed', label: 'Only if the step before changed something' },
] as const;

type Choice = (typeof CONDITIONS)[number]['value'];

/** @param props.isFirst there is no step before */
export function ConditionFields(props: FieldsOf<RecipeStep> & { readonly isFirst: boolean }) {
  const { step, isFirst, onChange } = props;
  const { only } = step;
  const set = (next: StepCondition | undefined): void => {
    const { only: _before, ...others } = step;
    onChange(next === undefined ? others : { ...others, only: next });
  };
  return (
    <>
      <Select
        size="xs"
        label="When"
        data={CONDITIONS.filter(({ value }) => !isFirst || value !== 'changed')}
        value={choiceOf(only)}
        onChange={(value) => {
          const choice = CONDITIONS.find((each) => each.value === value)?.value;
          if (choice !== undefined) set(conditionOf(choice));
        }}
      />
      {(only?.if === 'larger' || only?.if === 'smaller') && (
        <NumberInput
          size="xs"
          label="Longer side, pixels"
          min={1}
          max={65_535}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={only.side}
          onChange={(entered) => {
            const side = typeof entered === 'number' ? entered : Number.parseInt(entered, 10);
            if (side >= 1 && side <= 65_535) set({ ...only, side });
          }}
        />
      )}
    </>
  );
}

function choiceOf(only: StepCondition | undefined): Choice {
  if (only === undefined) return 'always';
  return only.if === 'found' ? only.what : only.if;
}

function conditionOf(choice: Choice): StepCondition | undefined {
  switch (choice) {
    case 'always':
      return undefined;
    case 'larger':
    case 'smaller':
      return { if: choice, side: 2048 };
    case 'changed':
      return { if: 'changed' };
    case 'text':
    case 'face':
    case 'people':
      return { if: 'found', what: choice };
  }
}
