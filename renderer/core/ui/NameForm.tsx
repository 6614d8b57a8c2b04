import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';

/** @param props.canBeEmpty a default replaces an empty name */
export function NameForm(props: {
  readonly first: string;
  readonly maxLength: number;
  readonly description?: string;
  readonly canBeEmpty?: boolean;
  readonly label?: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}) {
  const { first, maxLength, description, canBeEmpty = false, label = 'Save' } = props;
  const [name, setName] = useState(first);
  const trimmed = name.trim();
  const isMissing = trimmed === '' && !canBeEmpty;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing) props.onName(trimmed);
      }}
    >
      <TextInput
        label="Name"
        description={description}
        data-autofocus
        autoComplete="off"
        maxLength={maxLength}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button onClick={props.onClose}>Cancel</Button>
        <Button variant="filled" type="submit" disabled={isMissing}>
          {label}
        </Button>
      </Group>
    </form>
  );
}
