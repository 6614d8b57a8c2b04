/** The upscalers: known names, or any other that the service has. */
import { Autocomplete } from '@mantine/core';
import { UPSCALE_LIMITS, UPSCALERS } from '../../../../shared/api/upscale.ts';
import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { NumberField } from '../../../ui/NumberField.tsx';
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
        description="A known one, or the name of another that your service has."
        data={[...UPSCALERS]}
        value={form.upscaler}
        error={problems.upscaler}
        onChange={(upscaler) => session.change({ upscaler })}
      />
      <Autocomplete
        size="xs"
        label="Second upscaler"
        description="Its result is mixed over the first. Empty: none."
        placeholder="None"
        data={[...UPSCALERS]}
        value={form.secondUpscaler}
        error={problems.secondUpscaler}
        onChange={(secondUpscaler) => session.change({ secondUpscaler })}
      />
      {form.secondUpscaler.trim() !== '' && (
        <NumberField
          label="Visibility of the second"
          unit=""
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

export function RestorationFields(props: {
  readonly form: UpscaleForm;
  readonly problems: FormProblems;
}) {
  const { form, problems } = props;
  const session = useUpscaleSession();
  return (
    <>
      <NumberField
        label="GFPGAN"
        unit=""
        range={SHARE}
        step={STEP}
        usual={0}
        canUnset
        hint="Restores faces: 0 not at all, 1 fully."
        value={form.gfpganVisibility}
        problem={problems.gfpganVisibility}
        onChange={(gfpganVisibility) => session.change({ gfpganVisibility })}
      />
      <NumberField
        label="CodeFormer"
        unit=""
        range={SHARE}
        step={STEP}
        usual={0}
        canUnset
        hint="Restores faces in another way: 0 not at all, 1 fully."
        value={form.codeformerVisibility}
        problem={problems.codeformerVisibility}
        onChange={(codeformerVisibility) => session.change({ codeformerVisibility })}
      />
      <NumberField
        label="CodeFormer weight"
        unit=""
        range={SHARE}
        step={STEP}
        usual={0}
        canUnset
        hint="0 is the strongest effect, 1 stays closest to the face."
        value={form.codeformerWeight}
        problem={problems.codeformerWeight}
        onChange={(codeformerWeight) => session.change({ codeformerWeight })}
      />
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
