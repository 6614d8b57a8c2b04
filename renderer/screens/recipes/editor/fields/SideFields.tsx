import { Group, NumberInput } from '@mantine/core';

/** Longest side, pixels. */
const MOST = 65_535;

export function SideFields(props: {
  readonly width: number;
  readonly height: number;
  readonly onChange: (sides: { readonly width: number; readonly height: number }) => void;
}) {
  const { width, height, onChange } = props;
  return (
    <Group gap="xs" grow align="flex-start">
      <Side label="Width" value={width} onChange={(next) => onChange({ width: next, height })} />
      <Side label="Height" value={height} onChange={(next) => onChange({ width, height: next })} />
    </Group>
  );
}

export function Side(props: {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberInput
      size="xs"
      label={props.label}
      min={1}
      max={MOST}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={props.value}
      onChange={(entered) => {
        const number = typeof entered === 'number' ? entered : Number.parseInt(entered, 10);
        if (number >= 1 && number <= MOST) props.onChange(number);
      }}
    />
  );
}
