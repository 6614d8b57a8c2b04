/** A number as slider and field. Unset, it reads “Auto” and is not sent. */
import { NumberInput, Slider, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { Row } from './Form.tsx';
import { pasteNumber } from './read-number.ts';

/** Without a value, the thumb is grey and shows where it would start. */
const UNSET = {
  bar: { background: 'none' },
  thumb: { background: 'var(--gesso-text-off)' },
} as const;

export function NumberField(props: {
  readonly label: string;
  readonly unit?: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly step?: number;
  /** The range in words, instead of its ends. */
  readonly limits?: string;
  /** False for a range too wide for a slider. */
  readonly hasSlider?: boolean;
  /** The usual value, where the slider is while unset; `undefined` if there is none. */
  readonly usual: number | undefined;
  /** Whether it may be left out of the request. */
  readonly canUnset?: boolean;
  /** Whether any number can be entered; `problem` then says which cannot be sent. */
  readonly takesAny?: boolean;
  /** The effect, as a sentence. */
  readonly hint: string;
  readonly value: number | null;
  readonly problem?: string | undefined;
  /** A solution for the problem, below it. */
  readonly problemAction?: ReactNode;
  /** `null` if unset */
  readonly onChange: (value: number | null) => void;
  /** The slider is released, or the field is left. */
  readonly onChangeEnd?: () => void;
}) {
  const {
    label,
    unit = '',
    range,
    step = 1,
    usual,
    canUnset = false,
    hint,
    value,
    problem,
  } = props;
  const { hasSlider = true, takesAny = false } = props;
  const { problemAction, onChange, onChangeEnd } = props;
  const [timesLeftBlank, setTimesLeftBlank] = useState(0);
  const isUnset = value === null;
  const isWhole = step >= 1;
  const isEntered = (number: number): boolean =>
    takesAny || ((!isWhole || Number.isInteger(number)) && (range.min < 0 || number >= 0));
  const limits = props.limits ?? `${range.min} to ${range.max}${unit === '' ? '' : ` ${unit}`}`;
  const auto = usual === undefined ? '' : ` Auto is ${usual}.`;
  return (
    <Row
      label={label}
      help={`${hint} ${limits}.${canUnset ? auto : ''}`}
      error={
        problem === undefined ? undefined : (
          <>
            {problem}
            {problemAction}
          </>
        )
      }
    >
      {({ id, helpId }) => (
        <>
          {hasSlider && (
            <Slider
              label={null}
              thumbLabel={isUnset ? `${label}, not set` : label}
              min={range.min}
              max={range.max}
              step={step}
              value={Math.min(range.max, Math.max(range.min, value ?? usual ?? range.min))}
              styles={isUnset ? UNSET : {}}
              onChange={onChange}
              onChangeEnd={onChangeEnd}
            />
          )}
          <NumberInput
            key={timesLeftBlank} // shows the value again; Mantine’s stays blank if it was 0 before
            id={id}
            flex={hasSlider ? '0 0 var(--gesso-number)' : 1}
            placeholder={isUnset ? 'Auto' : ''}
            hideControls
            clampBehavior="none"
            allowDecimal={takesAny || !isWhole}
            allowNegative={takesAny || range.min < 0}
            step={step}
            value={value ?? ''}
            error={problem !== undefined}
            aria-describedby={helpId}
            rightSectionWidth="auto"
            rightSection={
              canUnset && !isUnset ? (
                <IconButton
                  label={`Unset ${label}`}
                  tip="Back to Auto"
                  icon={<IconX size={16} />}
                  size="sm"
                  onClick={() => onChange(null)}
                />
              ) : (
                unit !== '' && (
                  <Text span size="xs" c="var(--gesso-text-3)" pr="xs">
                    {unit}
                  </Text>
                )
              )
            }
            onBlur={(event) => {
              if (event.currentTarget.value === '') setTimesLeftBlank(timesLeftBlank + 1);
              onChangeEnd?.();
            }}
            onPasteCapture={(event) =>
              pasteNumber(event, isWhole, (number) => {
                if (isEntered(number)) onChange(number);
              })
            }
            onChange={(entered) => {
              const number = typeof entered === 'number' ? entered : Number.parseFloat(entered);
              if (Number.isFinite(number)) onChange(number);
              else if (canUnset || entered === '') onChange(canUnset ? null : 0);
            }}
          />
        </>
      )}
    </Row>
  );
}
