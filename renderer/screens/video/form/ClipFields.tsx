/** Unset fields look unset and are not sent. */
import { useMemo } from 'react';
import { VIDEO_DEFAULTS, VIDEO_LIMITS } from '../../../../shared/api/video.ts';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import type { FormProblems } from '../model/form.ts';
import { describeLength, expectedLength } from '../model/video-measures.ts';
import { useMeasures } from '../picture/use-frame-plan.ts';
import { useVideoSession } from '../session/index.ts';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { SeedField } from './SeedField.tsx';

/** Steps that the models' authors use. */
const REFERENCE_STEPS = { 'SVD-XT': 30, SVD: 25 } as const;

export function ClipFields(props: { readonly form: VideoForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useVideoSession();
  const measures = useMeasures();
  const length = useMemo(
    () => describeLength(expectedLength(form.model, form.interpolation ?? false, measures)),
    [form.model, form.interpolation, measures],
  );
  const { steps, motionBucketId, condAug, frames } = VIDEO_LIMITS;
  return (
    <>
      <ChoiceField
        label="Model"
        hint={`${length ?? ''} SVD-XT makes ${frames['SVD-XT']} frames, SVD ${frames.SVD}. The frames follow from the model.`}
        value={form.model}
        choices={[
          { value: 'SVD-XT', label: 'SVD-XT' },
          { value: 'SVD', label: 'SVD' },
        ]}
        onChange={(model) => session.change({ model })}
      />
      <NumberField
        label="Steps"
        range={steps}
        usual={REFERENCE_STEPS[form.model]}
        hint={`More steps look cleaner and take longer. The model’s authors use ${REFERENCE_STEPS[form.model]}.`}
        value={form.steps}
        problem={problems.steps}
        onChange={(value) => session.change({ steps: value ?? REFERENCE_STEPS[form.model] })}
      />
      <NumberField
        label="Motion"
        range={motionBucketId}
        usual={VIDEO_DEFAULTS.motionBucketId}
        canUnset
        hint="Higher values move more. The effect depends on the seed: try a sweep."
        value={form.motion}
        problem={problems.motion}
        onChange={(motion) => session.change({ motion })}
      />
      <NumberField
        label="Noise"
        range={condAug}
        step={0.01}
        usual={VIDEO_DEFAULTS.condAug}
        canUnset
        hint="Noise added to the picture. More noise means less likeness and more motion."
        value={form.noise}
        problem={problems.noise}
        onChange={(noise) => session.change({ noise })}
      />
      <SeedField form={form} problem={problems.seed} />
    </>
  );
}
