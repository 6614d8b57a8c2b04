/** Unset fields look unset and are not sent. */
import { useMemo } from 'react';
import type { VideoForm } from '../../../../shared/contract/video-form.ts';
import {
  REFERENCE_STEPS,
  VIDEO_PARAMETERS,
} from '../../../../shared/parameters/video-parameters.ts';
import type { FormProblems } from '../model/form.ts';
import { describeLength, expectedLength } from '../model/video-measures.ts';
import { useMeasures } from '../picture/use-frame-plan.ts';
import { useVideoSession } from '../session/index.ts';
import { ParameterFields } from '../../../core/ui/ParameterFields.tsx';
import { SeedField } from './SeedField.tsx';

export function ClipFields(props: { readonly form: VideoForm; readonly problems: FormProblems }) {
  const { form, problems } = props;
  const session = useVideoSession();
  const measures = useMeasures();
  const length = useMemo(
    () => describeLength(expectedLength(form.model, form.interpolation ?? false, measures)),
    [form.model, form.interpolation, measures],
  );
  const { model, steps, motionBucketId, condAug } = VIDEO_PARAMETERS;
  const table = {
    ...VIDEO_PARAMETERS,
    model: {
      ...model,
      hint: `${length ?? ''} ${model.hint} The frames follow from the model.`,
    },
    steps: {
      ...steps,
      hint: `${steps.hint} The model’s authors use ${REFERENCE_STEPS[form.model]}.`,
    },
    motionBucketId: {
      ...motionBucketId,
      hint: `${motionBucketId.hint} The effect depends on the seed: try a sweep.`,
    },
    condAug: { ...condAug, hint: `Noise added to the picture. ${condAug.hint}` },
  };
  return (
    <>
      <ParameterFields
        table={table}
        names={['model', 'steps', 'motionBucketId', 'condAug']}
        form={form}
        problems={problems}
        onChange={session.change}
      />
      <SeedField form={form} problem={problems.seed} />
    </>
  );
}
