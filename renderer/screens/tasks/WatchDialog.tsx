import { Button, Code, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { TaskFamily } from '../../../shared/contract/job-requests.ts';
import { queries } from '../../core/backend/client.ts';
import { useActiveConnection, useConnections } from '../../core/backend/connections.ts';
import { readError } from '../../core/backend/read-error.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { say } from '../../core/ui/say.ts';
import { taskIdInText } from './model/task-id-in-text.ts';
import { Segments } from '../../core/ui/Segments.tsx';
import { Note, Status } from '../../core/ui/variants.ts';

const FAMILIES: readonly { readonly value: TaskFamily; readonly label: string }[] = [
  { value: 'task-result', label: 'Video and other tasks' },
  { value: 'progress', label: 'Upscale' },
];

export function WatchDialog(props: { readonly isShown: boolean; readonly onClose: () => void }) {
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Watch a task">
      <Form onClose={props.onClose} />
    </Modal>
  );
}

function Form({ onClose }: { readonly onClose: () => void }) {
  const connections = useConnections() ?? [];
  const active = useActiveConnection();
  const [pasted, setPasted] = useState('');
  const { taskId, family: found } = taskIdInText(pasted);
  const [chosenFamily, setChosenFamily] = useState<TaskFamily>('task-result');
  const family = found ?? chosenFamily;
  const isFound = taskId !== pasted.trim();
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const watch = useMutation(
    queries.jobs.watch.mutationOptions({
      onSuccess({ joined }) {
        say(joined ? 'This task is already in your list.' : 'Watching the task.', 'done');
      },
    }),
  );

  const isPractice =
    (connections.find(({ id }) => id === connectionId) ?? active)?.kind === 'practice';
  const isAnswered = watch.error !== null && watch.variables.taskId === taskId;
  const error = isAnswered ? readError(watch.error) : undefined;

  function start(): void {
    const wanted = connectionId ?? active?.id;
    const connection = wanted === undefined ? {} : { connectionId: wanted };
    watch.mutate({ taskId, family, ...connection }, { onSuccess: onClose });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    start();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Task ID"
          description="You can also paste an answer or an address that contains it."
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={pasted}
          error={error?.kind === 'invalid-input' ? error.message : undefined}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        {isFound && (
          <Status>
            Found task ID <Code>{taskId}</Code>
          </Status>
        )}
        <div>
          <Text size="sm" fw={500} mb="2xs">
            Task type
          </Text>
          <Segments
            fullWidth
            aria-label="Task type"
            data={FAMILIES}
            value={family}
            // the pasted text says which
            disabled={found !== undefined}
            onChange={setChosenFamily}
          />
        </div>
        {connections.length > 1 && (
          <Select
            label="Connection"
            data={connections.map(({ id, name }) => ({ value: id, label: name }))}
            value={connectionId ?? active?.id ?? null}
            onChange={setConnectionId}
          />
        )}
        <Note>
          Gesso checks on the task and saves its result.{isPractice ? '' : ' Watching is free.'}
        </Note>
        {error !== undefined && error.kind !== 'invalid-input' && (
          <ErrorNotice error={error} actions={{ retry: start }} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" loading={watch.isPending}>
            Watch
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
