/**
 * Mantine's SegmentedControl without the moving indicator, whose measuring took up to half of the
 * longest task when a dialog opened.
 */
import { Box, SegmentedControl, type BoxProps } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';

const { classes } = SegmentedControl;

const VARS = {
  '--sc-font-size': 'var(--gesso-text-sm)',
  '--sc-shadow': 'none',
  '--sc-color': 'var(--gesso-fill)',
  '--sc-label-color': 'var(--gesso-text)',
  '--sc-transition-duration': 'var(--gesso-fast)',
};

/** Grows with the bar: 8 px at 960 px, 12 px at 1376 px. */
const WIDE = '0 clamp(var(--gesso-space-xs), 1cqi - 0.1rem, var(--gesso-space-sm))';

export function Segments<Value extends string>(
  props: BoxProps & {
    readonly ref?: Ref<HTMLDivElement>;
    readonly data: readonly {
      readonly value: Value;
      readonly label: ReactNode;
      readonly disabled?: boolean;
    }[];
    readonly value: Value;
    readonly onChange: (value: Value) => void;
    readonly fullWidth?: boolean;
    readonly isTight?: boolean;
    readonly disabled?: boolean;
    readonly 'aria-label'?: string;
    readonly 'aria-labelledby'?: string;
    readonly 'aria-describedby'?: string | undefined;
  },
) {
  const {
    data,
    value: chosen,
    onChange,
    fullWidth,
    isTight = false,
    disabled = false,
    ...root
  } = props;
  const name = useId();
  return (
    <Box
      mih="var(--gesso-control-md)"
      {...root}
      className={`mantine-SegmentedControl-root ${classes['root'] ?? ''}`}
      role="radiogroup"
      mod={{ 'full-width': fullWidth }}
      __vars={{ ...VARS, '--sc-padding': isTight ? '0 var(--gesso-space-2xs)' : WIDE }}
    >
      {data.map(({ value, label, disabled: isOff = disabled }) => (
        <div key={value} className={classes['control']}>
          <input
            className={classes['input']}
            type="radio"
            id={`${name}${value}`}
            name={name}
            value={value}
            checked={value === chosen}
            disabled={isOff}
            data-focus-ring="auto"
            onChange={() => onChange(value)}
          />
          <label
            className={`mantine-SegmentedControl-label ${classes['label'] ?? ''}`}
            htmlFor={`${name}${value}`}
            data-active={(value === chosen && !isOff) || undefined}
            data-disabled={isOff || undefined}
          >
            <span className={classes['innerLabel']}>{label}</span>
          </label>
        </div>
      ))}
    </Box>
  );
}
