import { Checkbox, Select } from '@mantine/core';
import type { Anchor, StepOf } from '../../../../../shared/contract/recipes.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { SideFields } from './SideFields.tsx';
import type { FieldsOf } from './fields.ts';
import { choicesOf } from '../../../../core/ui/choices-of.ts';

const TURNS = [
  { value: '0', label: 'No turn' },
  { value: '90', label: '90°' },
  { value: '180', label: '180°' },
  { value: '270', label: '270°' },
] as const;

const CUTS = choicesOf({ none: 'No crop', shape: 'To a shape', pixels: 'To pixels' });

const ANCHORS: readonly { readonly value: Anchor; readonly label: string }[] = [
  { value: 'top-left', label: 'Top left' },
  { value: 'top', label: 'Top' },
  { value: 'top-right', label: 'Top right' },
  { value: 'left', label: 'Left' },
  { value: 'center', label: 'Middle' },
  { value: 'right', label: 'Right' },
  { value: 'bottom-left', label: 'Bottom left' },
  { value: 'bottom', label: 'Bottom' },
  { value: 'bottom-right', label: 'Bottom right' },
];

const CUT_HINTS = {
  none: 'The whole picture stays.',
  shape: 'The largest part of this shape, such as 4 × 5 for a portrait post.',
  pixels: 'A part of exactly this size; a smaller picture is left as it is.',
} as const;

export function CropFields({ step, onChange }: FieldsOf<StepOf<'crop'>>) {
  const { cut, fit, ...others } = step;
  const { turn, mirror } = step;
  /** Leaves out what is `undefined`. */
  const withParts = (parts: {
    readonly [Part in 'cut' | 'fit']?: StepOf<'crop'>[Part] | undefined;
  }): StepOf<'crop'> => {
    const next = { cut, fit, ...parts };
    return {
      ...others,
      ...(next.cut !== undefined && { cut: next.cut }),
      ...(next.fit !== undefined && { fit: next.fit }),
    };
  };
  const by = cut?.by ?? 'none';
  return (
    <>
      <ChoiceField
        label="Turn"
        hint="Clockwise."
        value={String(turn) as (typeof TURNS)[number]['value']}
        choices={TURNS}
        onChange={(value) => onChange({ ...step, turn: Number(value) as StepOf<'crop'>['turn'] })}
      />
      <Checkbox
        label="Mirror left and right"
        checked={mirror}
        onChange={(event) => onChange({ ...step, mirror: event.currentTarget.checked })}
      />
      <ChoiceField
        label="Crop"
        hint={CUT_HINTS[by]}
        value={by}
        choices={CUTS}
        onChange={(value) => {
          if (value === 'none') onChange(withParts({ cut: undefined }));
          else {
            const size =
              value === 'shape' ? { width: 4, height: 5 } : { width: 1080, height: 1350 };
            onChange(withParts({ cut: { by: value, ...size, anchor: cut?.anchor ?? 'center' } }));
          }
        }}
      />
      {cut !== undefined && (
        <>
          <SideFields
            width={cut.width}
            height={cut.height}
            onChange={(sides) => onChange(withParts({ cut: { ...cut, ...sides } }))}
          />
          <Select
            size="xs"
            label="Part that stays"
            data={[...ANCHORS]}
            value={cut.anchor}
            onChange={(value) => {
              const anchor = ANCHORS.find((each) => each.value === value)?.value;
              if (anchor !== undefined) onChange(withParts({ cut: { ...cut, anchor } }));
            }}
          />
        </>
      )}
      <Checkbox
        label="Fit into a size"
        description="Made smaller, never larger, until both sides fit."
        checked={fit !== undefined}
        onChange={(event) => {
          if (!event.currentTarget.checked) onChange(withParts({ fit: undefined }));
          else onChange(withParts({ fit: { width: 2048, height: 2048, enlarge: false } }));
        }}
      />
      {fit !== undefined && (
        <>
          <SideFields
            width={fit.width}
            height={fit.height}
            onChange={(sides) => onChange(withParts({ fit: { ...fit, ...sides } }))}
          />
          <Checkbox
            label="Enlarge smaller pictures, too"
            checked={fit.enlarge}
            onChange={(event) =>
              onChange(withParts({ fit: { ...fit, enlarge: event.currentTarget.checked } }))
            }
          />
        </>
      )}
    </>
  );
}
