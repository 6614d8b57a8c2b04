/** A number with its range: slider and typed value. Unset, it is “Auto” and not sent. */
import { NumberInput, Slider, Text } from '@mantine/core';
import { IconButton } from './IconButton.tsx';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Row } from './Form.tsx';
import { pasteNumber } from './read-number.ts';

/** An unset value is only where the slider would begin. */
const UNSET = {
  bar: { background: 'none' },
  thumb: { background: 'var(--gesso-text-off)' },
} as const;

export function NumberField(props: {
  readonly label: string;
  readonly unit?: string;
  readonly range: { readonly min: number; readonly max: number };
  readonly step?: number;
  /** The range in words; else its ends. */
  readonly limits?: string;
  /** False for a range that is too wide for a slider. */
  readonly hasSlider?: boolean;
  /** Where the slider stands while it is unset: the usual value. `undefined`: there is none. */
  readonly usual: number | undefined;
  /** It may be left out of the request. */
  readonly canUnset?: boolean;
  /** Any number can be entered: `problem` says which ones cannot be sent. */
  readonly takesAny?: boolean;
  /** Its effect, as a sentence. */
  readonly hint: string;
  readonly value: number | null;
  readonly problem?: string | undefined;
  /** A way out of the problem, below it. */
  readonly problemAction?: ReactNode;
  /** `null` = unset */
  readonly onChange: (value: number | null) => void;
  /** The slider is released, or a typed value is finished. */
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
            id={id}
            flex={hasSlider ? '0 0 var(--gesso-number)' : 1}
            placeholder="Auto"
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
            onBlur={onChangeEnd}
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
