import { Autocomplete, Checkbox, Image, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { clamp } from '../../../../shared/numbers.ts';
import type { RecipeStep, StepCondition, StepOf } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { CleanUpFields } from './fields/CleanUpFields.tsx';
import { ClipStepFields } from './fields/ClipStepFields.tsx';
import { CropFields } from './fields/CropFields.tsx';
import type { FieldsOf } from './fields/fields.ts';
import { SaveFields } from './fields/SaveFields.tsx';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { ChoiceField } from '../../../core/ui/ChoiceField.tsx';
import { initialForm } from '../../../../shared/parameters/parameter-table.ts';
import {
  UPSCALE_BY_FACTOR,
  UPSCALE_PARAMETERS,
  UPSCALE_TO_SIZE,
} from '../../../../shared/parameters/upscale-parameters.ts';
import { Side, SideFields } from './fields/SideFields.tsx';
import { SmallNote } from '../../../core/ui/variants.ts';
import { choicesOf } from '../../../core/ui/choices-of.ts';

const CONDITIONS = [
  { value: 'always', label: 'Always' },
  { value: 'larger', label: 'Only if larger than …' },
  { value: 'smaller', label: 'Only if smaller than …' },
  { value: 'text', label: 'Only if text is found' },
  { value: 'face', label: 'Only if a face is found' },
  { value: 'people', label: 'Only if people are found' },
  { value: 'changed', label: 'Only if the step before changed something' },
] as const;

type Choice = (typeof CONDITIONS)[number]['value'];

const MODES = choicesOf({ factor: 'By factor', size: 'To a size' });

const { upscaler } = UPSCALE_PARAMETERS;

const WHERE = choicesOf({ found: 'Where found', whole: 'Whole picture' });

const DETAIL = choicesOf({ full: 'Full', reduced: 'Reduced' });

export function StepFields(props: FieldsOf<RecipeStep> & { readonly isFirst: boolean }) {
  const { step, isFirst, onChange } = props;
  return (
    <>
      <OwnFields step={step} onChange={onChange} />
      <ConditionFields step={step} isFirst={isFirst} onChange={onChange} />
    </>
  );
}

/** @param props.isFirst there is no step before */
function ConditionFields(props: FieldsOf<RecipeStep> & { readonly isFirst: boolean }) {
  const { step, isFirst, onChange } = props;
  const { only } = step;
  const set = (next: StepCondition | undefined): void => {
    const { only: _before, ...others } = step;
    onChange(next === undefined ? others : { ...others, only: next });
  };
  return (
    <>
      <Select
        size="xs"
        label="When"
        data={CONDITIONS.filter(({ value }) => !isFirst || value !== 'changed')}
        value={choiceOf(only)}
        onChange={(value) => {
          const choice = CONDITIONS.find((each) => each.value === value)?.value;
          if (choice !== undefined) set(conditionOf(choice));
        }}
      />
      {(only?.if === 'larger' || only?.if === 'smaller') && (
        <Side
          label="Longer side, pixels"
          value={only.side}
          onChange={(side) => set({ ...only, side })}
        />
      )}
    </>
  );
}

function choiceOf(only: StepCondition | undefined): Choice {
  if (only === undefined) return 'always';
  return only.if === 'found' ? only.what : only.if;
}

function conditionOf(choice: Choice): StepCondition | undefined {
  if (choice === 'always') return undefined;
  if (choice === 'larger' || choice === 'smaller') return { if: choice, side: 2048 };
  return choice === 'changed' ? { if: 'changed' } : { if: 'found', what: choice };
}

function UpscaleFields({ step, onChange }: FieldsOf<StepOf<'upscale'>>) {
  const { size } = step.parameters;
  const change = (parameters: Partial<StepOf<'upscale'>['parameters']>): void =>
    onChange({ ...step, parameters: { ...step.parameters, ...parameters } });
  return (
    <>
      <ChoiceField
        label="Size"
        hint={
          size.mode === 'factor'
            ? 'Each picture grows by the same factor.'
            : 'Every picture gets exactly this size; parts beyond it are cut off.'
        }
        value={size.mode}
        choices={MODES}
        onChange={(mode) =>
          change({
            size:
              mode === 'factor'
                ? { mode, ...initialForm(UPSCALE_BY_FACTOR) }
                : { mode, ...initialForm(UPSCALE_TO_SIZE), crop: true },
          })
        }
      />
      {size.mode === 'factor' ? (
        <NumberField
          label={UPSCALE_BY_FACTOR.factor.label}
          unit="×"
          range={{ min: 1, max: 8 }}
          step={0.5}
          usual={UPSCALE_BY_FACTOR.factor.initial}
          hint="2 makes each side twice as long."
          value={size.factor}
          onChange={(factor) => change({ size: { ...size, factor: clamp(factor ?? 1, 1, 8) } })}
        />
      ) : (
        <SideFields
          width={size.width}
          height={size.height}
          onChange={(sides) => change({ size: { ...size, ...sides } })}
        />
      )}
      <Autocomplete
        size="xs"
        label={upscaler.label}
        description={upscaler.hint}
        data={[...upscaler.suggestions]}
        value={step.parameters.upscaler}
        onChange={(name) => change({ upscaler: name })}
      />
    </>
  );
}

function RemoveTextFields({ step, onChange }: FieldsOf<StepOf<'remove-text'>>) {
  return (
    <>
      <ChoiceField
        label="Where"
        hint={
          step.where === 'found'
            ? 'Gesso finds the lines of text on this computer. A picture without text is left as it is, and costs nothing.'
            : 'The whole picture is sent, in parts of 1024 × 1024 pixels.'
        }
        value={step.where}
        choices={WHERE}
        onChange={(where) => onChange({ ...step, where })}
      />
      <ChoiceField
        label="Detail"
        hint={
          step.detail === 'full'
            ? 'Every pixel is sent.'
            : 'The picture is made smaller until one call is enough; changed pixels are enlarged again.'
        }
        value={step.detail}
        choices={DETAIL}
        onChange={(detail) => onChange({ ...step, detail })}
      />
    </>
  );
}

function BlendStepFields({ step, onChange }: FieldsOf<StepOf<'mix'>>) {
  return (
    <>
      <NumberField
        label="Strength"
        unit="%"
        range={{ min: 0, max: 100 }}
        usual={70}
        hint="100 keeps the last change as it is, 0 takes it back."
        value={Math.round(step.strength * 100)}
        onChange={(percent) => onChange({ ...step, strength: clamp(percent ?? 100, 0, 100) / 100 })}
      />
      <Checkbox
        label="Match colours"
        description="Corrects colour shifts from the picture before the step."
        checked={step.matchColors}
        onChange={(event) => onChange({ ...step, matchColors: event.currentTarget.checked })}
      />
    </>
  );
}

function OwnFields({ step, onChange }: FieldsOf<RecipeStep>) {
  switch (step.kind) {
    case 'remove-text':
      return <RemoveTextFields step={step} onChange={onChange} />;
    case 'clean-up':
      return <CleanUpFields step={step} onChange={onChange} />;
    case 'upscale':
      return <UpscaleFields step={step} onChange={onChange} />;
    case 'crop':
      return <CropFields step={step} onChange={onChange} />;
    case 'save':
      return <SaveFields step={step} onChange={onChange} />;
    case 'mix':
      return <BlendStepFields step={step} onChange={onChange} />;
    case 'merge-face':
      return <KeptFace step={step} />;
    case 'clip':
      return <ClipStepFields step={step} onChange={onChange} />;
  }
}

function KeptFace({ step }: { readonly step: StepOf<'merge-face'> }) {
  const { data } = useQuery(queries.recipes.face.queryOptions({ input: { faceId: step.faceId } }));
  return (
    <>
      {data?.thumbnailUrl !== undefined && (
        <Image src={data.thumbnailUrl} alt="The face" h={120} fit="contain" />
      )}
      <SmallNote>The recipe has this face, and puts it into each picture.</SmallNote>
    </>
  );
}
