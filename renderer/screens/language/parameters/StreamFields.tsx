import { ChoiceField } from '../../../base/ui/ChoiceField.tsx';
import { isStreamed, withParameters } from './parameters.ts';
import type { ParameterProps } from './parameter-props.ts';

const CHOICES = [
  { value: 'unset', label: 'Default' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;

const CHOSEN = { unset: undefined, on: true, off: false } as const;

export function StreamFields({ use, parameters, onChange }: ParameterProps) {
  const { stream, usageInStream, bestOf } = parameters;
  const isBest = use === 'completion' && bestOf !== undefined;
  return (
    <>
      <ChoiceField
        label="Streaming"
        {...(isBest ? { note: 'Off while “Best of” is set' } : {})}
        hint="Shows the answer while the model writes it. Off: it arrives all at once, and Stop discards it. Default: on."
        value={choiceOf(stream)}
        choices={CHOICES}
        onChange={(choice) => onChange(withParameters(parameters, { stream: CHOSEN[choice] }))}
      />
      {isStreamed(parameters, use) && (
        <ChoiceField
          label="Usage in the stream"
          hint="Asks for the exact number of tokens at the end. Turn it off for services that refuse; tokens and cost are then estimates. Default: on."
          value={choiceOf(usageInStream)}
          choices={CHOICES}
          onChange={(choice) =>
            onChange(withParameters(parameters, { usageInStream: CHOSEN[choice] }))
          }
        />
      )}
    </>
  );
}

function choiceOf(value: boolean | undefined): keyof typeof CHOSEN {
  return value === undefined ? 'unset' : value ? 'on' : 'off';
}
