/** The seed stays free, so that clips differ. */
import { ColorInput } from '@mantine/core';
import { VIDEO_DEFAULTS, VIDEO_LIMITS, VIDEO_MODELS } from '../../../../../shared/api/video.ts';
import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { NumberField } from '../../../../core/ui/NumberField.tsx';
import type { FieldsOf } from './fields.ts';
import { clamp } from '../../../../../shared/numbers.ts';

type ClipStep = StepOf<'clip'>;
type Parameters = ClipStep['parameters'];
type Fit = 'crop' | 'keep' | 'whole';

/** Steps that the models' authors use. */
const REFERENCE_STEPS = { 'SVD-XT': 30, SVD: 25 } as const;

const FIRST_COLOR = '#000000';

export function ClipStepFields({ step, onChange }: FieldsOf<ClipStep>) {
  const { parameters, isFile } = step;
  const { model, motionBucketId, condAug, frameInterpolation, responseVideoType } = parameters;
  const { steps, frames } = VIDEO_LIMITS;
  const change = (more: Partial<Parameters>): void =>
    onChange({ ...step, parameters: { ...parameters, ...more } });
  const setOrUnset = (name: 'motionBucketId' | 'condAug', value: number | null): void => {
    const { [name]: _unset, ...rest } = parameters;
    const set =
      value === null
        ? {}
        : { [name]: clamp(value, VIDEO_LIMITS[name].min, VIDEO_LIMITS[name].max) };
    onChange({ ...step, parameters: { ...rest, ...set } });
  };
  return (
    <>
      <ChoiceField
        label="Save"
        hint={
          isFile === true
            ? 'Each clip is a file in the folder of the run, and the picture goes on as it is.'
            : 'Each clip stays with its task in Gesso, and the picture goes on as it is.'
        }
        value={isFile === true ? 'file' : 'kept'}
        choices={[
          { value: 'kept', label: 'In Gesso' },
          { value: 'file', label: 'As a file' },
        ]}
        onChange={(value) => onChange({ ...step, isFile: value === 'file' })}
      />
      <Fitting step={step} onChange={onChange} />
      <ChoiceField
        label="Model"
        hint={`SVD-XT makes ${frames['SVD-XT']} frames, SVD ${frames.SVD}.`}
        value={model}
        choices={VIDEO_MODELS.map((value) => ({ value, label: value }))}
        onChange={(value) => change({ model: value })}
      />
      <NumberField
        label="Steps"
        range={steps}
        usual={REFERENCE_STEPS[model]}
        hint="More steps look cleaner and take longer."
        value={parameters.steps}
        onChange={(value) =>
          change({ steps: clamp(value ?? REFERENCE_STEPS[model], steps.min, steps.max) })
        }
      />
      <NumberField
        label="Motion"
        range={VIDEO_LIMITS.motionBucketId}
        usual={VIDEO_DEFAULTS.motionBucketId}
        canUnset
        hint="Higher values move more."
        value={motionBucketId ?? null}
        onChange={(value) => setOrUnset('motionBucketId', value)}
      />
      <NumberField
        label="Noise"
        range={VIDEO_LIMITS.condAug}
        step={0.01}
        usual={VIDEO_DEFAULTS.condAug}
        canUnset
        hint="More noise means less likeness and more motion."
        value={condAug ?? null}
        onChange={(value) => setOrUnset('condAug', value)}
      />
      <ChoiceField
        label="Interpolation"
        hint={`On brings the clip to ${VIDEO_LIMITS.interpolatedFramesPerSecond} frames a second.`}
        value={frameInterpolation === true ? 'on' : 'off'}
        choices={[
          { value: 'off', label: 'Off' },
          { value: 'on', label: 'On' },
        ]}
        onChange={(value) => change({ frameInterpolation: value === 'on' })}
      />
      <ChoiceField
        label="File type"
        hint="MP4 is small and keeps all colours. GIF has 256 colours and plays anywhere."
        value={responseVideoType ?? 'mp4'}
        choices={[
          { value: 'mp4', label: 'MP4' },
          { value: 'gif', label: 'GIF' },
        ]}
        onChange={(value) => change({ responseVideoType: value })}
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
        choices={[
          { value: 'crop', label: 'Crop' },
          { value: 'keep', label: 'Keep shape' },
          { value: 'whole', label: 'Whole picture' },
        ]}
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
          choices={[
            { value: 'blur', label: 'Blurred' },
            { value: 'mirror', label: 'Mirrored' },
            { value: 'color', label: 'Colour' },
          ]}
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
        <ColorInput
          size="xs"
          aria-label="Background colour"
          format="hex"
          value={padding.color ?? FIRST_COLOR}
          onChange={(color) => {
            if (!/^#[0-9a-f]{6}$/u.test(color)) return;
            onChange({ ...step, preparation: { ...rest, padding: { fill: 'color', color } } });
          }}
        />
      )}
    </>
  );
}
