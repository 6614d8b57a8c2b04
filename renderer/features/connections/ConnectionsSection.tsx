/** The connections in Settings: switch, check, remove, add; and where keys are kept. */
import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  Paper,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Connection, Gateway } from '../../../shared/contract/connections.ts';
import { queries, readError } from '../../backend/client.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import { EditConnection } from './EditConnection.tsx';

export function ConnectionsSection() {
  const [isAdding, setAdding] = useState(false);
  const connections = useQuery(queries.connections.list.queryOptions());
  return (
    <Stack gap="sm" component="section" aria-label="Connections">
      <Title order={3} size="md">
        Connections
      </Title>
      {connections.error !== null && <ErrorNotice error={readError(connections.error)} />}
      {connections.data?.map((connection) => (
        <Entry key={connection.id} connection={connection} />
      ))}
      <KeyStorageNotice />
      <Group>
        <Button variant="default" onClick={() => setAdding(true)}>
          Connect an account
        </Button>
      </Group>
      <Modal opened={isAdding} onClose={() => setAdding(false)} title="Connect an account">
        <ConnectForm onDone={() => setAdding(false)} onCancel={() => setAdding(false)} />
      </Modal>
    </Stack>
  );
}

/** Always visible: where a key would be on this computer, and why not in the keychain. */
function KeyStorageNotice() {
  const storage = useQuery(queries.connections.keyStorage.queryOptions()).data;
  if (storage === undefined) return null;
  if (storage.kept === 'keychain') {
    return (
      <Text size="sm" c="dimmed">
        API keys are kept in {storage.name}.
      </Text>
    );
  }
  return (
    <Alert color="orange" title="Keys are kept in memory only">
      No keychain can be used on this computer, so an API key is forgotten when Gesso is closed. It
      is never written to a file.
      {storage.reason !== undefined && (
        <Text component="details" size="xs" mt={6}>
          <summary>Details</summary>
          {storage.reason}
        </Text>
      )}
    </Alert>
  );
}

function Entry({ connection }: { readonly connection: Connection }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queries.connections.key() });
  const [isEnteringKey, setEnteringKey] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const activate = useMutation(
    queries.connections.activate.mutationOptions({ onSuccess: refresh }),
  );
  const practice = useMutation(
    queries.connections.activatePractice.mutationOptions({ onSuccess: refresh }),
  );
  const check = useMutation(queries.connections.check.mutationOptions());
  const remove = useMutation(queries.connections.remove.mutationOptions({ onSuccess: refresh }));
  const error = activate.error ?? practice.error ?? check.error ?? remove.error;
  const id = { connectionId: connection.id };
  const use = () => (connection.kind === 'practice' ? practice.mutate({}) : activate.mutate(id));
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{connection.name}</Text>
            {connection.isActive && (
              <Badge variant="light" radius="sm" tt="none">
                In use
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {describe(connection)}
          </Text>
          {connection.gateway !== undefined && (
            <Text size="xs" c="dimmed">
              {describeGateway(connection.gateway)}
            </Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap">
          {!connection.isActive && (
            <Button variant="default" onClick={use}>
              Use
            </Button>
          )}
          {connection.kind === 'account' && (
            <>
              <Button
                variant="subtle"
                color="gray"
                loading={check.isPending}
                onClick={() => check.mutate(id)}
              >
                {check.isSuccess ? 'Key accepted' : 'Check'}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                onClick={() => setEnteringKey((shown) => !shown)}
              >
                New key
              </Button>
              <Button variant="subtle" color="gray" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <Button variant="subtle" color="red" onClick={() => remove.mutate(id)}>
                Remove
              </Button>
            </>
          )}
        </Group>
      </Group>
      {isEnteringKey && (
        <NewKey connectionId={connection.id} onDone={() => setEnteringKey(false)} />
      )}
      {error !== null && <ErrorNotice error={readError(error)} />}
      <Modal
        opened={isEditing}
        onClose={() => setEditing(false)}
        title={`Edit “${connection.name}”`}
      >
        <EditConnection connection={connection} onDone={() => setEditing(false)} />
      </Modal>
    </Paper>
  );
}

function NewKey(props: { readonly connectionId: string; readonly onDone: () => void }) {
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const replace = useMutation(
    queries.connections.replaceKey.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: queries.connections.key() });
        props.onDone();
      },
    }),
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (key.trim() !== '') replace.mutate({ connectionId: props.connectionId, key });
  }
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" mt="sm">
        <PasswordInput
          flex={1}
          label="New API key"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button type="submit" loading={replace.isPending}>
          Check and save
        </Button>
      </Group>
      {replace.error !== null && <ErrorNotice error={readError(replace.error)} />}
    </form>
  );
}

function describe(connection: Connection): string {
  if (connection.kind === 'practice') return 'Runs on this computer; nothing costs money.';
  const hint =
    connection.keyHint === undefined || connection.keyHint === ''
      ? ''
      : ` ending in ${connection.keyHint}`;
  switch (connection.keyState) {
    case 'kept':
      return `${connection.baseUrl} · key${hint} in the keychain`;
    case 'in-memory':
      return `${connection.baseUrl} · key${hint} in memory until Gesso is closed`;
    case 'locked':
      return `${connection.baseUrl} · the keychain is locked`;
    case 'missing':
      return `${connection.baseUrl} · the key is not on this computer; enter it again`;
    case 'not-needed':
      return connection.baseUrl;
  }
}

function describeGateway({ baseUrl, scope }: Gateway): string {
  const which = scope === 'language' ? 'Language calls go' : 'Every call goes';
  return `${which} through ${baseUrl}`;
}
