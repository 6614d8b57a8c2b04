import { ActionIcon, Box, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import { dayOfText, textOfDay } from '../model/period.ts';

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
      <DayField
        label="First day"
        text={first}
        onText={setFirst}
        error={start === undefined ? hint : undefined}
        isFirst
      />
      <DayField
        label="Last day"
        text={last}
        onText={setLast}
        error={
          lastDay === undefined ? hint : isTurned ? 'The last day is before the first.' : undefined
        }
      />
      <Text size="xs" c="dimmed" mt="sm">
        Days are UTC, as the service bills them.
      </Text>
      <Group justify="flex-end" mt="md">
        <Button
          variant="filled"
          type="submit"
          disabled={start === undefined || lastDay === undefined || isTurned}
        >
          Show
        </Button>
      </Group>
    </form>
  );
}

function DayField(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | undefined;
  readonly isFirst?: boolean;
}) {
  const { label, text, onText, error } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const day = dayOfText(text);
  return (
    <TextInput
      label={label}
      mt="sm"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      error={error}
      data-autofocus={props.isFirst}
      rightSection={
        <>
          <ActionIcon
            aria-label={`Calendar: ${label.toLowerCase()}`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
          <Box
            component="input"
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            pos="absolute"
            bottom={0}
            w="1px"
            h="1px"
            p={0}
            bd={0}
            opacity={0}
            value={day === undefined ? '' : textOfDay(day)}
            onChange={(event) => onText(event.currentTarget.value)}
          />
        </>
      }
    />
  );
}
