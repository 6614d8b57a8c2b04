import { Autocomplete } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { UPSCALE_LIMITS } from '../../../../shared/api/upscale.ts';
import { UPSCALERS } from '../../../../shared/api/upscalers.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import type { FormProblems } from '../model/form.ts';
import { useUpscaleSession } from '../session/index.ts';

/** Step of sliders for shares. */
const STEP = 0.05;
const SHARE = UPSCALE_LIMITS.share;

interface Props {
  readonly form: UpscaleForm;
  readonly problems: FormProblems;
}

export function UpscalerFields({ form, problems }: Props) {
  const session = useUpscaleSession();
  return (
    <>
      <Row
        label="Upscaler"
        help="A known upscaler, or the name of another that the service has."
        error={problems.upscaler}
      >
        {({ id, helpId }) => (
          <Autocomplete
            id={id}
            aria-describedby={helpId}
            data={[...UPSCALERS]}
            rightSection={<IconChevronDown size={16} />}
            rightSectionPointerEvents="none"
            value={form.upscaler}
            error={problems.upscaler !== undefined}
            onChange={(upscaler) => session.change({ upscaler })}
          />
        )}
      </Row>
      <Row
        label="Second"
        help="The result of a second upscaler is mixed over that of the first. Empty: none."
        error={problems.secondUpscaler}
      >
        {({ id, helpId }) => (
          <Autocomplete
            id={id}
            aria-describedby={helpId}
            placeholder="None"
            data={[...UPSCALERS]}
            rightSection={<IconChevronDown size={16} />}
            rightSectionPointerEvents="none"
            value={form.secondUpscaler}
            error={problems.secondUpscaler !== undefined}
            onChange={(secondUpscaler) => session.change({ secondUpscaler })}
          />
        )}
      </Row>
      {form.secondUpscaler.trim() !== '' && (
        <NumberField
          label="Visibility"
          range={SHARE}
          step={STEP}
          usual={0.5}
          hint="0 shows the first alone, 1 the second alone."
          value={form.secondVisibility}
          problem={problems.secondVisibility}
          onChange={(visibility) => session.change({ secondVisibility: visibility ?? 0 })}
        />
      )}
    </>
  );
}

const RESTORATIONS = [
  {
    field: 'gfpganVisibility',
    label: 'GFPGAN',
    hint: 'Restores faces: 0 not at all, 1 fully.',
  },
  {
    field: 'codeformerVisibility',
    label: 'CodeFormer',
    hint: 'Restores faces in another way: 0 not at all, 1 fully.',
  },
  {
    field: 'codeformerWeight',
    label: 'Weight',
    hint: 'Of CodeFormer: 0 is the strongest effect, 1 stays closest to the face.',
  },
] as const;

export function RestorationFields({ form, problems }: Props) {
  const session = useUpscaleSession();
  return RESTORATIONS.map(({ field, label, hint }) => (
    <NumberField
      key={field}
      label={label}
      range={SHARE}
      step={STEP}
      usual={0}
      canUnset
      hint={hint}
      value={form[field]}
      problem={problems[field]}
      onChange={(value) => session.change({ [field]: value })}
    />
  ));
}

export function ExpiryField({ form, problems }: Props) {
  const session = useUpscaleSession();
  return (
    <NumberField
      label="Expires after"
      unit="s"
      range={UPSCALE_LIMITS.resultTtlSeconds}
      step={60}
      hasSlider={false}
      usual={3600}
      canUnset
      hint="How long the service keeps the result. Gesso downloads it at once and keeps it."
      value={form.resultTtlSeconds}
      problem={problems.resultTtlSeconds}
      onChange={(resultTtlSeconds) => session.change({ resultTtlSeconds })}
    />
  );
}
