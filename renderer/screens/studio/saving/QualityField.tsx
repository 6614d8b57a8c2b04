import { Group, NumberInput, Slider } from '@mantine/core';

export function QualityField(props: {
  /** 1 to 100. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  const { value, onChange } = props;
  return (
    <Group align="center" wrap="nowrap">
      <Slider
        size="md"
        flex={1}
        min={1}
        max={100}
        label={null}
        thumbLabel="Quality"
        value={value}
        onChange={onChange}
      />
      <NumberInput
        w={80}
        size="xs"
        min={1}
        max={100}
        aria-label="Quality, 1 to 100"
        value={value}
        onChange={(entered) => {
          if (typeof entered === 'number' && entered >= 1 && entered <= 100) {
            onChange(Math.round(entered));
          }
        }}
      />
    </Group>
  );
}
