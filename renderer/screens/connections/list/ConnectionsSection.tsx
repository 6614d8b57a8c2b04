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
import type { Connection, Gateway } from '../../../../shared/contract/connections.ts';
import { queries, readError } from '../../../base/backend/client.ts';
import { useActiveConnection, useSwitchConnection } from '../../../base/backend/connections.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { ConnectForm } from '../form/ConnectForm.tsx';
import { EditConnection } from './EditConnection.tsx';

export function ConnectionsSection() {
  const [isAdding, setAdding] = useState(false);
  /** An account that was just connected while another connection is in use. */
  const [added, setAdded] = useState<Connection>();
  const connections = useQuery(queries.connections.list.queryOptions());
  function close(): void {
    setAdding(false);
    setAdded(undefined);
  }
  return (
    <Stack gap="sm" component="section" aria-label="Connections">
      <Title order={3} size="md">
        Connections
      </Title>
      {connections.error !== null && (
        <ErrorNotice
          error={readError(connections.error)}
          actions={{ retry: () => void connections.refetch() }}
        />
      )}
      {connections.data?.map((connection) => (
        <Entry key={connection.id} connection={connection} />
      ))}
      <KeyStorageNotice />
      <Group>
        <Button onClick={() => setAdding(true)}>Connect an account</Button>
      </Group>
      <Modal
        opened={isAdding}
        onClose={close}
        title={added === undefined ? 'Connect an account' : 'Account connected'}
      >
        {added === undefined ? (
          <ConnectForm
            onDone={(connection) => (connection.isActive ? close() : setAdded(connection))}
            onCancel={close}
          />
        ) : (
          <AskToUse connection={added} onDone={close} />
        )}
      </Modal>
    </Stack>
  );
}

/** From here on calls would cost money: the user decides when. */
function AskToUse(props: { readonly connection: Connection; readonly onDone: () => void }) {
  const { connection, onDone } = props;
  const { use, isSwitching, error } = useSwitchConnection();
  const active = useActiveConnection();
  return (
    <Stack gap="sm">
      <Text size="sm">
        Use “{connection.name}” now? Gesso will send your runs to this account, which may charge for
        them.
      </Text>
      {error !== null && (
        <ErrorNotice error={readError(error)} actions={{ retry: () => use(connection, onDone) }} />
      )}
      <Group justify="flex-end">
        <Button onClick={onDone}>Keep using {active?.name ?? 'the current one'}</Button>
        <Button
          variant="filled"
          loading={isSwitching}
          data-autofocus
          onClick={() => use(connection, onDone)}
        >
          Use it now
        </Button>
      </Group>
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
        API keys are stored in {storage.name}.
      </Text>
    );
  }
  return (
    <Alert color="orange" title="Keys are stored in memory only">
      This computer has no usable keychain, so Gesso forgets API keys when you quit. Keys are never
      written to a file.
      {storage.reason !== undefined && (
        <Text component="details" size="xs" mt="2xs">
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
  const switching = useSwitchConnection();
  const check = useMutation(queries.connections.check.mutationOptions());
  const remove = useMutation(queries.connections.remove.mutationOptions({ onSuccess: refresh }));
  const error = switching.error ?? check.error ?? remove.error;
  const id = { connectionId: connection.id };

  function retry(): void {
    if (switching.error !== null) switching.use(connection);
    else if (check.error !== null) check.mutate(id);
    else remove.mutate(id);
  }

  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{connection.name}</Text>
            {connection.isActive && <Badge>In use</Badge>}
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
          {!connection.isActive && <Button onClick={() => switching.use(connection)}>Use</Button>}
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
      {error !== null && <ErrorNotice error={readError(error)} actions={{ retry }} />}
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
      gcTime: 0, // SECURITY: S20 nothing in the window remembers a key that was saved
      onSuccess: async () => {
        replace.reset();
        await client.invalidateQueries({ queryKey: queries.connections.key() });
        props.onDone();
      },
    }),
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    save();
  }
  function save(): void {
    if (key.trim() !== '') replace.mutate({ connectionId: props.connectionId, key });
  }
  return (
    <Stack component="form" gap="xs" mt="sm" onSubmit={submit}>
      <Group align="flex-end">
        <PasswordInput
          flex={1}
          label="New API key"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Button variant="filled" type="submit" loading={replace.isPending}>
          Check and save
        </Button>
      </Group>
      {replace.error !== null && (
        <ErrorNotice error={readError(replace.error)} actions={{ retry: save }} />
      )}
    </Stack>
  );
}

function describe(connection: Connection): string {
  if (connection.kind === 'practice') return 'Runs on this computer. Free.';
  const hint =
    connection.keyHint === undefined || connection.keyHint === ''
      ? ''
      : ` ending in ${connection.keyHint}`;
  switch (connection.keyState) {
    case 'kept':
      return `${connection.baseUrl} · key${hint}, kept in the keychain`;
    case 'in-memory':
      return `${connection.baseUrl} · key${hint}, kept in memory until you quit Gesso`;
    case 'locked':
      return `${connection.baseUrl} · the keychain is locked`;
    case 'unreachable':
      return `${connection.baseUrl} · the keychain can’t be reached, so the key can’t be read`;
    case 'missing':
      return `${connection.baseUrl} · key missing on this computer, enter it again`;
    case 'other-address':
      return `${connection.baseUrl} · the key was entered for another address; enter it again if you trust this one`;
    case 'not-needed':
      return connection.baseUrl;
  }
}

function describeGateway({ baseUrl, scope }: Gateway): string {
  const which = scope === 'language' ? 'Language calls go' : 'Every call goes';
  return `${which} through ${baseUrl}`;
}
