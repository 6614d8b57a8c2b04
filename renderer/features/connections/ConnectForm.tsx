/** Connects an account: name, address, key, and a gateway if there is one. Checked before anything is saved. */
import { Button, Checkbox, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DEFAULT_CHAT_PATH } from '../../../shared/api/chat.ts';
import {
  connectionDraftSchema,
  type ConnectionDraft,
  type KeyStorage,
} from '../../../shared/contract/connections.ts';
import { queries, readError } from '../../backend/client.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { problemsOf } from './form-problems.ts';
import { EMPTY_GATEWAY, GatewayFields, gatewayProblems, toGatewayDraft } from './GatewayFields.tsx';

/** @param props.onDone the connection is saved and active */
export function ConnectForm(props: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    name: '',
    baseUrl: '',
    key: '',
    chatPath: DEFAULT_CHAT_PATH,
  });
  const [hasGateway, setHasGateway] = useState(false);
  const [gateway, setGateway] = useState(EMPTY_GATEWAY);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const storage = useQuery(queries.connections.keyStorage.queryOptions()).data;
  const add = useMutation(
    queries.connections.add.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: queries.connections.key() });
        props.onDone();
      },
    }),
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    const entered: ConnectionDraft = hasGateway
      ? { ...draft, gateway: toGatewayDraft(gateway) }
      : draft;
    const parsed = connectionDraftSchema.safeParse(entered);
    const missing = gatewayProblems(hasGateway ? gateway : undefined, false);
    setProblems({ ...missing, ...(parsed.success ? {} : problemsOf(parsed.error)) });
    if (parsed.success && Object.keys(missing).length === 0) add.mutate(parsed.data);
  }

  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    error: problems[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" placeholder="Studio account" data-autofocus {...field('name')} />
        <TextInput
          label="Address of the service"
          placeholder="https://api.example.com"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...field('baseUrl')}
        />
        <PasswordInput
          label="API key"
          autoComplete="off"
          spellCheck={false}
          description={storage === undefined ? ' ' : describeStorage(storage)}
          {...field('key')}
        />
        <TextInput
          label="Path of chat"
          description="Differs between deployments."
          autoComplete="off"
          spellCheck={false}
          {...field('chatPath')}
        />
        <Checkbox
          label="There is a gateway before the service"
          checked={hasGateway}
          onChange={(event) => setHasGateway(event.currentTarget.checked)}
        />
        {hasGateway && <GatewayFields entry={gateway} problems={problems} onChange={setGateway} />}
        {add.error !== null && <ErrorNotice error={readError(add.error)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={add.isPending}>
            Check and save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Where a key is kept, as a sentence. */
export function describeStorage(storage: KeyStorage): string {
  if (storage.kept === 'keychain') return `Kept in ${storage.name}, never in a file.`;
  return `No keychain can be used, so the key is kept in memory until Gesso is closed.`;
}
