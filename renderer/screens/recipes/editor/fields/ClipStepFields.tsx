/** The seed stays free, so that clips differ. */
import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import {
  formFromRequest,
  requestFromForm,
} from '../../../../../shared/parameters/parameter-table.ts';
import {
  VIDEO_LIMITS,
  VIDEO_PARAMETERS,
} from '../../../../../shared/parameters/video-parameters.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { ColorField } from '../../../../core/ui/ColorField.tsx';
import { ParameterFields } from '../../../../core/ui/ParameterFields.tsx';
import type { FieldsOf } from './fields.ts';
import { choicesOf } from '../../../../core/ui/choices-of.ts';

type ClipStep = StepOf<'clip'>;
type Fit = 'crop' | 'keep' | 'whole';

const FIRST_COLOR = '#000000';

export function ClipStepFields({ step, onChange }: FieldsOf<ClipStep>) {
  const { parameters, isFile } = step;
  const { frameInterpolation, responseVideoType } = VIDEO_PARAMETERS;
  const form = formFromRequest(VIDEO_PARAMETERS, parameters);
  const change = (changes: Partial<typeof form>): void => {
    const { enterprisePlan } = parameters;
    const changed = requestFromForm(VIDEO_PARAMETERS, { ...form, ...changes });
    onChange({ ...step, parameters: { ...changed, enterprisePlan } });
  };
  return (
    <>
      <ChoiceField
        label="Save"
        hint={
          isFile === true
            ? 'Each clip is saved to the run’s folder. The picture itself stays unchanged.'
            : 'Each clip stays with its task in Gesso. The picture itself stays unchanged.'
        }
        value={isFile === true ? 'file' : 'kept'}
        choices={choicesOf({ kept: 'In Gesso', file: 'As a file' })}
        onChange={(value) => onChange({ ...step, isFile: value === 'file' })}
      />
      <Fitting step={step} onChange={onChange} />
      <ParameterFields
        table={VIDEO_PARAMETERS}
        names={['model', 'steps', 'motionBucketId', 'condAug']}
        form={form}
        isClamped
        onChange={change}
      />
      <ChoiceField
        label={frameInterpolation.label}
        hint={`On brings the clip to ${VIDEO_LIMITS.interpolatedFramesPerSecond} frames a second.`}
        value={form.interpolation === true ? 'on' : 'off'}
        choices={choicesOf({ off: 'Off', on: 'On' })}
        onChange={(value) => change({ interpolation: value === 'on' })}
      />
      <ChoiceField
        label={responseVideoType.label}
        hint={responseVideoType.hint}
        value={form.responseType ?? responseVideoType.usual}
        choices={choicesOf({ mp4: 'MP4', gif: 'GIF' })}
        onChange={(responseType) => change({ responseType })}
      />
    </>
  );
}

function Fitting({ step, onChange }: FieldsOf<ClipStep>) {
  const { parameters, preparation } = step;
  const { padding: _padding, ...rest } = preparation ?? {};
  const padding = preparation?.padding;
  const fit: Fit =
    padding !== undefined
      ? 'whole'
      : parameters.resizeMode === 'CROP_TO_ASPECT_RATIO'
        ? 'crop'
        : 'keep';
  return (
    <>
      <ChoiceField
        label="Fit"
        hint={
          {
            crop: 'Crop fills the frame and cuts off the rest.',
            keep: 'Keep shape uses all of the picture, scaled down to fit the frame.',
            whole: 'Whole picture adds a background, so that nothing is cut off.',
          }[fit]
        }
        value={fit}
        choices={choicesOf({ crop: 'Crop', keep: 'Keep shape', whole: 'Whole picture' })}
        onChange={(next) =>
          onChange({
            ...step,
            preparation: next === 'whole' ? { ...rest, padding: { fill: 'blur' } } : rest,
            parameters: {
              ...parameters,
              ...(next !== 'whole' && {
                resizeMode: next === 'crop' ? 'CROP_TO_ASPECT_RATIO' : 'ORIGINAL_RESOLUTION',
              }),
            },
          })
        }
      />
      {padding !== undefined && (
        <ChoiceField
          label="Background"
          hint="Around the picture."
          value={padding.fill}
          choices={choicesOf({ blur: 'Blurred', mirror: 'Mirrored', color: 'Colour' })}
          onChange={(fill) =>
            onChange({
              ...step,
              preparation: {
                ...rest,
                padding:
                  fill === 'color' ? { fill, color: padding.color ?? FIRST_COLOR } : { fill },
              },
            })
          }
        />
      )}
      {padding?.fill === 'color' && (
        <ColorField
          size="xs"
          aria-label="Background colour"
          value={padding.color ?? FIRST_COLOR}
          onChange={(color) =>
            onChange({ ...step, preparation: { ...rest, padding: { fill: 'color', color } } })
          }
        />
      )}
    </>
  );
}
