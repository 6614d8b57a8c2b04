import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../core/ui/IconButton.tsx';
import { useConnections } from '../../core/backend/connections.ts';
import { QuietButton } from '../../core/ui/variants.ts';

interface Choice<Value extends string> {
  readonly label: string;
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/**
 * A button with the current choice, which opens the others.
 * @param props.icon replaces the words
 */
export function FilterChoice<Value extends string>(
  props: Choice<Value> & { readonly icon?: ReactNode },
) {
  const { label, data, value, icon } = props;
  const chosen = data.find((entry) => entry.value === value)?.label ?? value;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        {icon === undefined ? (
          <QuietButton
            rightSection={<IconChevronDown size={16} />}
            aria-label={`${label}: ${chosen}`}
          >
            {chosen}
          </QuietButton>
        ) : (
          <IconButton label={`${label}: ${chosen}`} icon={icon} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Choices {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same in a menu of several filters. */
export function FilterSub<Value extends string>(props: Choice<Value>) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>{props.label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <Choices {...props} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

function Choices<Value extends string>({ data, value, onChange }: Choice<Value>) {
  return (
    <Menu.RadioGroup
      value={value}
      onChange={(next) => {
        const chosen = data.find((entry) => entry.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {data.map((entry) => (
        <Menu.RadioItem key={entry.value} value={entry.value} closeMenuOnClick>
          {entry.label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Hidden with one connection. @param props.connectionId chosen; `undefined` for every one */
export function ConnectionSub(props: {
  readonly connectionId: string | undefined;
  readonly onChange: (connectionId: string | undefined) => void;
}) {
  const connections = useConnections() ?? [];
  const { connectionId, onChange } = props;
  if (connections.length < 2 && connectionId === undefined) return null;
  return (
    <FilterSub
      label="Connection"
      data={[
        { value: '', label: 'Every connection' },
        ...connections.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={connectionId ?? ''}
      onChange={(id) => onChange(id === '' ? undefined : id)}
    />
  );
}
