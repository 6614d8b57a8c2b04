import { Input } from '@mantine/core';
import { Segments } from '../../../core/ui/Segments.tsx';

const CHOICES = [
  { value: 'unset', label: 'Not sent' },
  { value: 'off', label: 'Off' },
  { value: 'on', label: 'On' },
] as const;

export function PlanField(props: {
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
}) {
  const { value, onChange } = props;
  return (
    <Input.Wrapper
      label="Enterprise plan"
      description="Sent with clean-ups, text removals, face merges and clips."
    >
      <Segments
        mt="2xs"
        aria-label="Enterprise plan"
        data={CHOICES}
        value={value === null ? 'unset' : value ? 'on' : 'off'}
        onChange={(choice) => onChange(choice === 'unset' ? null : choice === 'on')}
      />
    </Input.Wrapper>
  );
}
