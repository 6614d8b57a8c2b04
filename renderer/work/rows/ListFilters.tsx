/** Choices above a list that narrow it down. */
import { Select } from '@mantine/core';
import { useConnections } from '../../base/backend/connections.ts';

/** @param props.width any CSS length */
export function FilterChoice<Value extends string>(props: {
  readonly label: string;
  readonly width: string;
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { label, width, data, value, onChange } = props;
  return (
    <Select
      size="xs"
      w={width}
      aria-label={label}
      checkIconPosition="right"
      data={[...data]}
      value={value}
      onChange={(next) => {
        const chosen = data.find((entry) => entry.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

/**
 * Nothing with one connection alone.
 *
 * @param props.connectionId `undefined`: every connection
 */
export function ConnectionChoice(props: {
  readonly width: string;
  readonly connectionId: string | undefined;
  readonly onChange: (connectionId: string | undefined) => void;
}) {
  const connections = useConnections() ?? [];
  const { width, connectionId, onChange } = props;
  if (connections.length < 2) return null;
  return (
    <FilterChoice
      label="Connection"
      width={width}
      data={[
        { value: '', label: 'Every connection' },
        ...connections.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={connectionId ?? ''}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}
