/** Sends a value outside the published range only on request. */
import { Checkbox, Input } from '@mantine/core';
import {
  COMPLETION_PARAMETERS,
  type CompletionParameter,
  type RangedField,
} from '../../../../shared/parameters/chat-parameters.ts';
import type { NumberParameter } from '../../../../shared/parameters/parameter-table.ts';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { rangeInSigns, withAnyway, withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterField(
  props: ParameterProps & {
    readonly name: CompletionParameter;
    readonly problem: string | undefined;
  },
) {
  const { name, problem, parameters, onChange } = props;
  const row: NumberParameter = COMPLETION_PARAMETERS[name];
  return (
    <NumberField
      label={row.label}
      unit={row.unit}
      limits={rangeInSigns(row.range)}
      range={row.slider ?? row.range}
      step={row.step}
      hasSlider={row.hasSlider}
      usual={row.usual}
      canUnset
      takesAny
      hint={row.hint}
      value={parameters[name] ?? null}
      problem={problem}
      problemAction={<AnywayBox {...props} />}
      onChange={(value) => onChange(withParameters(parameters, { [name]: value ?? undefined }))}
    />
  );
}

export function SendAnyway(
  props: ParameterProps & {
    readonly name: RangedField;
    readonly problem: string | undefined;
  },
) {
  return (
    <div>
      <Input.Error role="alert">{props.problem}</Input.Error>
      <AnywayBox {...props} />
    </div>
  );
}

function AnywayBox(props: ParameterProps & { readonly name: RangedField }) {
  const { name, parameters, onChange } = props;
  return (
    <Checkbox
      mt="2xs"
      label="Send anyway"
      description="The service may refuse the request."
      checked={parameters.anyway?.includes(name) ?? false}
      onChange={(event) => onChange(withAnyway(parameters, name, event.currentTarget.checked))}
    />
  );
}
