/** A period by its first and last day, typed. */
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import type { SpendRange } from '../../../shared/contract/spend.ts';
import { dayOfText, textOfDay } from './model/period.ts';

const DAY = 86_400;

export function DatesForm(props: {
  readonly isShown: boolean;
  readonly range: SpendRange;
  readonly onClose: () => void;
  readonly onSelect: (range: SpendRange) => void;
}) {
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Other dates">
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ range, onClose, onSelect }: Parameters<typeof DatesForm>[0]) {
  const [first, setFirst] = useState(textOfDay(range.start));
  const [last, setLast] = useState(textOfDay(range.end - 1));
  const start = dayOfText(first);
  const lastDay = dayOfText(last);
  const isTurned = start !== undefined && lastDay !== undefined && lastDay < start;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (start === undefined || lastDay === undefined || isTurned) return;
    onSelect({ start, end: lastDay + DAY });
    onClose();
  }
  const hint = 'Type a day like 2026-11-22 or 22 Nov 2026.';
  return (
    <form onSubmit={submit}>
      <TextInput
        label="First day"
        value={first}
        onChange={(event) => setFirst(event.currentTarget.value)}
        error={start === undefined ? hint : undefined}
        data-autofocus
      />
      <TextInput
        label="Last day"
        mt="sm"
        value={last}
        onChange={(event) => setLast(event.currentTarget.value)}
        error={
          lastDay === undefined ? hint : isTurned ? 'The last day is before the first.' : undefined
        }
      />
      <Text size="xs" c="dimmed" mt="sm">
        Days are UTC, as the service bills them.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={start === undefined || lastDay === undefined || isTurned}>
          Show
        </Button>
      </Group>
    </form>
  );
}
