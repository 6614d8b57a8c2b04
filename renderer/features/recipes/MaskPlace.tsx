/** How a mask is placed in pictures of other sizes. */
import { Select } from '@mantine/core';
import type { StepMask } from '../../../shared/contract/recipes.ts';

type MaskPlacement = Extract<StepMask, { readonly from: 'kept' }>['placement'];

const PLACEMENTS: readonly { readonly value: MaskPlacement; readonly label: string }[] = [
  { value: 'scale', label: 'Scaled to the picture' },
  { value: 'top-left', label: 'From the top left corner' },
  { value: 'top', label: 'From the top edge' },
  { value: 'top-right', label: 'From the top right corner' },
  { value: 'left', label: 'From the left edge' },
  { value: 'center', label: 'From the middle' },
  { value: 'right', label: 'From the right edge' },
  { value: 'bottom-left', label: 'From the bottom left corner' },
  { value: 'bottom', label: 'From the bottom edge' },
  { value: 'bottom-right', label: 'From the bottom right corner' },
];

export function MaskPlace(props: {
  readonly placement: MaskPlacement;
  readonly onChange: (placement: MaskPlacement) => void;
}) {
  return (
    <Select
      size="xs"
      label="Place"
      description="Scaled: pictures of another shape are left out. From a corner or an edge: the mask keeps its size."
      data={[...PLACEMENTS]}
      value={props.placement}
      onChange={(value) => {
        const placement = PLACEMENTS.find((each) => each.value === value)?.value;
        if (placement !== undefined) props.onChange(placement);
      }}
    />
  );
}
