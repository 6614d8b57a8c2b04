import { Image, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecipeStep, StepOf } from '../../../../shared/contract/recipes.ts';
import { queries } from '../../../core/backend/client.ts';
import { CleanUpFields } from './fields/CleanUpFields.tsx';
import { ClipStepFields } from './fields/ClipStepFields.tsx';
import { ConditionFields } from './fields/ConditionFields.tsx';
import { CropFields } from './fields/CropFields.tsx';
import type { FieldsOf } from './fields/fields.ts';
import { BlendStepFields } from './fields/BlendStepFields.tsx';
import { RemoveTextFields } from './fields/RemoveTextFields.tsx';
import { SaveFields } from './fields/SaveFields.tsx';
import { UpscaleFields } from './fields/UpscaleFields.tsx';

export function StepFields(props: FieldsOf<RecipeStep> & { readonly isFirst: boolean }) {
  const { step, isFirst, onChange } = props;
  return (
    <>
      <OwnFields step={step} onChange={onChange} />
      <ConditionFields step={step} isFirst={isFirst} onChange={onChange} />
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
      <Text size="xs" c="dimmed">
        The recipe has this face, and puts it into each picture.
      </Text>
    </>
  );
}
