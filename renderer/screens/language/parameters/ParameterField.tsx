/** Sends a value outside the published range only on request. */
import { Checkbox, Input } from '@mantine/core';
import type { RangedField } from '../../../../shared/api/sampling-fields.ts';
import { NumberField } from '../../../core/ui/NumberField.tsx';
import { parameterLimits, NUMBER_SPECS, type NumberParameter } from './parameter-specs.ts';
import { withAnyway, withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';

export function ParameterField(
  props: ParameterProps & {
    readonly name: NumberParameter;
    readonly problem: string | undefined;
  },
) {
  const { name, problem, parameters, onChange } = props;
  const { label, unit, hint, usual, slider } = NUMBER_SPECS[name];
  return (
    <NumberField
      label={label}
      {...(unit === undefined ? {} : { unit })}
      limits={parameterLimits(name)}
      range={
        slider ?? {
          min: name === 'seed' ? Number.MIN_SAFE_INTEGER : 0,
          max: Number.MAX_SAFE_INTEGER,
        }
      }
      step={slider?.step ?? 1}
      hasSlider={slider !== undefined}
      usual={usual}
      canUnset
      takesAny
      hint={hint}
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
