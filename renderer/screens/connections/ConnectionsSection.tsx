import {
  Badge,
  Button,
  Group,
  Loader,
  Menu,
  Modal,
  PasswordInput,
  Stack,
  Text,
} from '@mantine/core';
import { IconAlertTriangle, IconDots, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Connection, Gateway } from '../../../shared/contract/connections.ts';
import { queries, readError } from '../../core/backend/client.ts';
import { useActiveConnection, useSwitchConnection } from '../../core/backend/connections.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { IconButton } from '../../core/ui/IconButton.tsx';
import { SettingBlock, SettingGroup, SettingRow } from '../../core/ui/SettingRows.tsx';
import { ConnectForm, describeStorage } from './form/ConnectForm.tsx';
import { EditConnection } from './EditConnection.tsx';
import { QuietButton, SmallNote } from '../../core/ui/variants.ts';

export function ConnectionsSection() {
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Connection>();
  const connections = useQuery(queries.connections.list.queryOptions());
  function close(): void {
    setAdding(false);
    setAdded(undefined);
  }
  return (
    <>
      {connections.error !== null && (
        <ErrorNotice
          error={readError(connections.error)}
          actions={{ retry: () => void connections.refetch() }}
        />
      )}
      <SettingGroup>
        {connections.data?.map((connection) => (
          <Entry key={connection.id} connection={connection} />
        ))}
        <KeyPlace />
      </SettingGroup>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
        Connect an account…
      </Button>
      <Modal
        size={400}
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
    </>
  );
}

/** Asks first, because calls cost money from here on. */
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

function KeyPlace() {
  const storage = useQuery(queries.connections.keyStorage.queryOptions()).data;
  const [areDetailsShown, setDetailsShown] = useState(false);
  if (storage === undefined) return null;
  if (storage.kept === 'keychain') {
    return (
      <SettingRow name="API keys" line={describeStorage(storage)} keywords="keychain privacy" />
    );
  }
  return (
    <>
      <SettingRow
        name="Keys are kept in memory only"
        icon={<IconAlertTriangle size={16} color="var(--gesso-notice)" />}
        line="This computer has no keychain, so keys are forgotten when you quit."
        keywords="keychain privacy"
      >
        {storage.reason !== undefined && (
          <QuietButton
            aria-expanded={areDetailsShown}
            onClick={() => setDetailsShown(!areDetailsShown)}
          >
            Details
          </QuietButton>
        )}
      </SettingRow>
      {areDetailsShown && (
        <SettingBlock>
          <Text size="xs">{storage.reason} Keys are never written to a file.</Text>
        </SettingBlock>
      )}
    </>
  );
}

const DIALOGS = { key: 'New key for', edit: 'Edit', remove: 'Remove' } as const;

function Entry({ connection }: { readonly connection: Connection }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queries.connections.key() });
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>('edit');
  const [isOpen, setOpen] = useState(false);
  const switching = useSwitchConnection();
  const check = useMutation(queries.connections.check.mutationOptions());
  const remove = useMutation(queries.connections.remove.mutationOptions({ onSuccess: refresh }));
  const error = switching.error ?? check.error ?? remove.error;
  const id = { connectionId: connection.id };
  const close = (): void => setOpen(false);
  const show = (next: keyof typeof DIALOGS): void => {
    setDialog(next);
    setOpen(true);
  };

  /** Clears earlier outcomes, which would seem to be this action's. */
  function start(action: () => void): void {
    switching.reset();
    check.reset();
    remove.reset();
    action();
  }
  function retry(): void {
    if (switching.error !== null) switching.use(connection);
    else if (check.error !== null) check.mutate(id);
    else remove.mutate(id);
  }

  return (
    <>
      <SettingRow
        name={connection.name}
        mark={
          <>
            {connection.isActive && <Badge>In use</Badge>}
            {check.isPending && <Loader size={16} />}
            {check.isSuccess && (
              <SmallNote span role="status">
                Key accepted
              </SmallNote>
            )}
          </>
        }
        line={describe(connection)}
        keywords="account gateway practice"
      >
        <Group gap="xs">
          {!connection.isActive && (
            <Button onClick={() => start(() => switching.use(connection))}>Use</Button>
          )}
          {connection.kind === 'account' && (
            <Menu position="bottom-end" width={240}>
              <Menu.Target>
                <IconButton
                  label={`More actions for ${connection.name}`}
                  size="md"
                  icon={<IconDots size={16} />}
                />
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => start(() => check.mutate(id))}>Check</Menu.Item>
                <Menu.Item onClick={() => start(() => show('key'))}>New key…</Menu.Item>
                <Menu.Item onClick={() => start(() => show('edit'))}>Edit…</Menu.Item>
                <Menu.Divider />
                <Menu.Item onClick={() => start(() => show('remove'))}>Remove…</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      </SettingRow>
      {error !== null && (
        <SettingBlock>
          <ErrorNotice error={readError(error)} actions={{ retry }} />
        </SettingBlock>
      )}
      <Modal
        size={400}
        opened={isOpen}
        onClose={close}
        title={`${DIALOGS[dialog]} “${connection.name}”`}
      >
        {dialog === 'key' && <NewKey connectionId={connection.id} onDone={close} />}
        {dialog === 'edit' && <EditConnection connection={connection} onDone={close} />}
        {dialog === 'remove' && (
          <AskToRemove
            onCancel={close}
            onRemove={() => {
              close();
              remove.mutate(id);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function AskToRemove(props: { readonly onCancel: () => void; readonly onRemove: () => void }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Removes this account and its API key from Gesso. Results of tasks that are still running are
        lost. This can’t be undone.
      </Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={props.onCancel}>
          Cancel
        </Button>
        <Button variant="filled" color="red.9" onClick={props.onRemove}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

function NewKey(props: { readonly connectionId: string; readonly onDone: () => void }) {
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const isEmpty = key.trim() === '';
  const replace = useMutation(
    queries.connections.replaceKey.mutationOptions({
      gcTime: 0, // SECURITY: S20 nothing in the window remembers a key that was saved
      onSuccess: () => client.invalidateQueries({ queryKey: queries.connections.key() }),
    }),
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (!isEmpty) save();
  }
  function save(): void {
    const onSuccess = (): void => {
      replace.reset();
      props.onDone();
    };
    replace.mutate({ connectionId: props.connectionId, key }, { onSuccess });
  }
  return (
    <Stack component="form" gap="sm" onSubmit={submit}>
      <PasswordInput
        label="New API key"
        autoComplete="off"
        data-autofocus
        value={key}
        error={isSubmitted && isEmpty && 'Enter the API key.'}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {replace.error !== null && (
        <ErrorNotice error={readError(replace.error)} actions={{ retry: save }} />
      )}
      <Group justify="flex-end">
        <Button onClick={props.onDone}>Cancel</Button>
        <Button variant="filled" type="submit" loading={replace.isPending}>
          Check and save
        </Button>
      </Group>
    </Stack>
  );
}

function describe(connection: Connection): string {
  if (connection.kind === 'practice') return 'Runs on this computer, free';
  return [connection.baseUrl, describeKey(connection), describeGateway(connection.gateway)]
    .filter((part) => part !== undefined)
    .join(', ');
}

function describeKey({ keyState, keyHint }: Connection): string | undefined {
  const hint = keyHint === undefined || keyHint === '' ? '' : ` ending in ${keyHint}`;
  switch (keyState) {
    case 'kept':
      return `key${hint}`;
    case 'in-memory':
      return `key${hint}, forgotten when you quit`;
    case 'locked':
      return 'the keychain is locked';
    case 'unreachable':
      return 'the keychain can’t be reached, so the key can’t be read';
    case 'missing':
      return 'key missing on this computer, enter it again';
    case 'other-address':
      return 'the key was entered for another address; enter it again if you trust this one';
    case 'not-needed':
      return undefined;
  }
}

function describeGateway(gateway: Gateway | undefined): string | undefined {
  if (gateway === undefined) return undefined;
  const which = gateway.scope === 'language' ? 'Language calls go' : 'Every call goes';
  return `${which} through ${gateway.baseUrl}`;
}
