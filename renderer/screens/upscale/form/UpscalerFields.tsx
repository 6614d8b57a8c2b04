/** The upscalers: known names, or any other that the service has. */
import { Autocomplete } from '@mantine/core';
import { UPSCALE_LIMITS } from '../../../../shared/api/upscale.ts';
import { UPSCALERS } from '../../../../shared/api/upscalers.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { NumberField } from '../../../base/ui/NumberField.tsx';
import type { FormProblems } from '../model/form.ts';
import { useUpscaleSession } from '../session/index.ts';

/** Sliders of shares move by this. */
const STEP = 0.05;
const SHARE = UPSCALE_LIMITS.share;

export function UpscalerFields(props: {
  readonly form: UpscaleForm;
  readonly problems: FormProblems;
}) {
  const { form, problems } = props;
  const session = useUpscaleSession();
  return (
    <>
      <Autocomplete
        size="xs"
        label="Upscaler"
        description="A known upscaler, or the name of another that the service has."
        data={[...UPSCALERS]}
        value={form.upscaler}
        error={problems.upscaler}
        onChange={(upscaler) => session.change({ upscaler })}
      />
      <Autocomplete
        size="xs"
        label="Second upscaler"
        description="Its result is mixed over that of the first. Empty: none."
        placeholder="None"
        data={[...UPSCALERS]}
        value={form.secondUpscaler}
        error={problems.secondUpscaler}
        onChange={(secondUpscaler) => session.change({ secondUpscaler })}
      />
      {form.secondUpscaler.trim() !== '' && (
        <NumberField
          label="Visibility of the second"
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

/** Shares of the face restorations, each with its effect as a sentence. */
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
    label: 'CodeFormer weight',
    hint: '0 is the strongest effect, 1 stays closest to the face.',
  },
] as const;

/** Face restoration, and the time for which the service keeps the result. */
export function RareFields(props: { readonly form: UpscaleForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useUpscaleSession();
  return (
    <>
      {RESTORATIONS.map(({ field, label, hint }) => (
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
      ))}
      <NumberField
        label="Result expires after"
        unit="s"
        range={UPSCALE_LIMITS.resultTtlSeconds}
        step={60}
        usual={3600}
        canUnset
        hint="How long the service keeps the result. Gesso downloads it at once and keeps it."
        value={form.resultTtlSeconds}
        problem={problems.resultTtlSeconds}
        onChange={(resultTtlSeconds) => session.change({ resultTtlSeconds })}
      />
    </>
  );
}
