import { Checkbox, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { clamp } from '../../../../../shared/numbers.ts';
import {
  exifChoiceSchema,
  formatChoiceSchema,
  type ExifChoice,
} from '../../../../../shared/contract/export.ts';
import type { StepOf } from '../../../../../shared/contract/recipes.ts';
import {
  NAME_PLACEHOLDERS,
  namePatternProblem,
} from '../../../../../shared/export/name-pattern.ts';
import { ChoiceField } from '../../../../core/ui/ChoiceField.tsx';
import { NumberField } from '../../../../core/ui/NumberField.tsx';
import { formatTitle } from '../../model/step-words.ts';
import type { FieldsOf } from './fields.ts';
import { choicesOf } from '../../../../core/ui/choices-of.ts';

const WHEN = choicesOf({ accepted: 'When accepted', 'at-once': 'At once' });

const EXIF: Readonly<Record<ExifChoice, string>> = {
  all: 'All',
  'without-place': 'Without the place',
  none: 'None',
};

export function SaveFields({ step, onChange }: FieldsOf<StepOf<'save'>>) {
  const { format, quality, lossless, exif, namePattern, when } = step;
  const hasQuality = format === 'jpeg' || (format === 'webp' && !lossless);
  return (
    <>
      <Select
        size="xs"
        label="Format"
        data={formatChoiceSchema.options.map((value) => ({
          value,
          label: value === 'source' ? 'As the original' : formatTitle(value),
        }))}
        value={format}
        onChange={(value) => {
          const chosen = formatChoiceSchema.safeParse(value);
          if (chosen.success) onChange({ ...step, format: chosen.data });
        }}
      />
      {format === 'webp' && (
        <Checkbox
          label="Without loss"
          checked={lossless}
          onChange={(event) => onChange({ ...step, lossless: event.currentTarget.checked })}
        />
      )}
      {hasQuality && (
        <NumberField
          label="Quality"
          range={{ min: 1, max: 100 }}
          usual={92}
          hint="Lower makes smaller files."
          value={quality}
          onChange={(next) => onChange({ ...step, quality: clamp(Math.round(next ?? 92), 1, 100) })}
        />
      )}
      <NameField
        pattern={namePattern}
        onChange={(next) => onChange({ ...step, namePattern: next })}
      />
      <Select
        size="xs"
        label="Camera data and captions"
        description={
          (format === 'png' || format === 'webp') && exif !== 'none'
            ? 'PNG and WebP don’t hold IPTC.'
            : undefined
        }
        data={exifChoiceSchema.options.map((value) => ({ value, label: EXIF[value] }))}
        value={exif}
        onChange={(value) => {
          const chosen = exifChoiceSchema.safeParse(value);
          if (chosen.success) onChange({ ...step, exif: chosen.data });
        }}
      />
      <ChoiceField
        label="Written"
        hint={
          when === 'accepted'
            ? 'Each file is written when you have accepted its picture.'
            : 'Each file is written as soon as its picture is ready.'
        }
        value={when}
        choices={WHEN}
        onChange={(next) => onChange({ ...step, when: next })}
      />
    </>
  );
}

/** A name that cannot be used stays in the field and is not stored. */
function NameField(props: {
  readonly pattern: string;
  readonly onChange: (pattern: string) => void;
}) {
  const [typed, setTyped] = useState(props.pattern);
  const problem = namePatternProblem(typed);
  return (
    <TextInput
      size="xs"
      label="Name"
      description={`You can use ${NAME_PLACEHOLDERS.map(({ placeholder }) => placeholder).join(', ')}. A name that is taken gets a number.`}
      value={typed}
      error={problem}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        if (namePatternProblem(next) === undefined) props.onChange(next);
      }}
    />
  );
}
