import { Checkbox, Select } from '@mantine/core';
import { clamp } from '../../../../../shared/numbers.ts';
import type { StepMask, StepOf } from '../../../../../shared/contract/recipes.ts';
import { MOST_MARGIN } from '../../../../../shared/contract/cleanup.ts';
import { NumberField } from '../../../../core/ui/NumberField.tsx';
import { MaskPlace } from '../../../../features/recipes/MaskPlace.tsx';
import type { FieldsOf } from './fields.ts';
import { choicesOf } from '../../../../core/ui/choices-of.ts';

const FOUND = choicesOf({ people: 'People', spots: 'Spots and dust', text: 'Lines of text' });

const HINTS: Readonly<Record<StepMask['from'], string>> = {
  people: 'Everyone whose face is found, with their body.',
  spots: 'Soft round spots on smooth ground. Texture is left alone.',
  text: 'Lines of text, filled like any other mask.',
  kept: 'The mask of a photo; the recipe has its own copy.',
  object: 'The object at the same place of each picture.',
};

export function CleanUpFields({ step, onChange }: FieldsOf<StepOf<'clean-up'>>) {
  const { mask, margin, matchColors } = step;
  const setMask = (next: StepMask): void => onChange({ ...step, mask: next });
  const own =
    mask.from === 'kept'
      ? [{ value: 'kept', label: 'The painted mask' }]
      : mask.from === 'object'
        ? [{ value: 'object', label: 'The object at a place' }]
        : [];
  return (
    <>
      <Select
        size="xs"
        label="Remove"
        description={HINTS[mask.from]}
        data={[...own, ...FOUND]}
        value={mask.from}
        onChange={(from) => {
          if (from === 'people') setMask({ from, withShadow: true });
          if (from === 'spots') setMask({ from, sensitivity: 50 });
          if (from === 'text') setMask({ from });
        }}
      />
      {mask.from === 'kept' && (
        <MaskPlace
          placement={mask.placement}
          onChange={(placement) => setMask({ ...mask, placement })}
        />
      )}
      {(mask.from === 'people' || mask.from === 'object') && (
        <Checkbox
          label="With their shadows"
          checked={mask.withShadow}
          onChange={(event) => setMask({ ...mask, withShadow: event.currentTarget.checked })}
        />
      )}
      {mask.from === 'spots' && (
        <NumberField
          label="Sensitivity"
          range={{ min: 0, max: 100 }}
          usual={50}
          hint="Higher finds fainter spots."
          value={mask.sensitivity}
          onChange={(sensitivity) => setMask({ ...mask, sensitivity: whole(sensitivity, 100) })}
        />
      )}
      <NumberField
        label="Margin"
        unit="px"
        range={{ min: 0, max: MOST_MARGIN }}
        usual={4}
        hint="The result fades out over this many pixels around the mask."
        value={margin}
        onChange={(next) => onChange({ ...step, margin: whole(next, MOST_MARGIN) })}
      />
      <Checkbox
        label="Match colours"
        description="Corrects colour shifts around the mask."
        checked={matchColors}
        onChange={(event) => onChange({ ...step, matchColors: event.currentTarget.checked })}
      />
    </>
  );
}

/** Clamps, so that the settings can always be run. */
function whole(value: number | null, most: number): number {
  return clamp(Math.round(value ?? 0), 0, most);
}
