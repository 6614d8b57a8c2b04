import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  connectionChangeSchema,
  type Connection,
  type ConnectionChange,
} from '../../../shared/contract/connections.ts';
import { queries, readError } from '../../core/backend/client.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { PlanField, fieldProblems } from './form/ConnectForm.tsx';

import {
  EMPTY_GATEWAY,
  GatewayFields,
  gatewayProblems,
  toGatewayDraft,
  type GatewayEntry,
} from './form/GatewayFields.tsx';

export function EditConnection(props: {
  readonly connection: Connection;
  readonly onDone: () => void;
}) {
  const { connection, onDone } = props;
  const client = useQueryClient();
  const [name, setName] = useState(connection.name);
  const [chatPath, setChatPath] = useState(connection.chatPath);
  const [enterprisePlan, setEnterprisePlan] = useState(connection.enterprisePlan);
  const [hasGateway, setHasGateway] = useState(connection.gateway !== undefined);
  const [gateway, setGateway] = useState(entryOf(connection));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const update = useMutation(
    queries.connections.update.mutationOptions({
      gcTime: 0, // SECURITY: S20 nothing in the window remembers a key that was saved
      onSuccess: () => client.invalidateQueries({ queryKey: queries.connections.key() }),
    }),
  );

  function save(): void {
    const change: ConnectionChange = {
      connectionId: connection.id,
      name,
      chatPath,
      enterprisePlan,
      gateway: hasGateway ? toGatewayDraft(gateway) : null,
    };
    const parsed = connectionChangeSchema.safeParse(change);
    const hasKeptKey = connection.gateway !== undefined;
    const missing = gatewayProblems(hasGateway ? gateway : undefined, hasKeptKey);
    setProblems({ ...missing, ...(parsed.success ? {} : fieldProblems(parsed.error)) });
    const onSuccess = (): void => {
      update.reset();
      onDone();
    };
    if (parsed.success && Object.keys(missing).length === 0) {
      update.mutate(parsed.data, { onSuccess });
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    save();
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problems['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Chat path"
          description="Some services use another path for chat."
          autoComplete="off"
          spellCheck={false}
          value={chatPath}
          error={problems['chatPath']}
          onChange={(event) => setChatPath(event.currentTarget.value)}
        />
        <PlanField value={enterprisePlan} onChange={setEnterprisePlan} />
        <Checkbox
          size="sm"
          label="Use a gateway"
          checked={hasGateway}
          onChange={(event) => setHasGateway(event.currentTarget.checked)}
        />
        {hasGateway && (
          <GatewayFields
            entry={gateway}
            problems={problems}
            keptKeyHint={connection.gateway?.keyHint}
            onChange={setGateway}
          />
        )}
        {update.error !== null && (
          <ErrorNotice error={readError(update.error)} actions={{ retry: save }} />
        )}
        <Group justify="flex-end">
          <Button onClick={onDone}>Cancel</Button>
          <Button variant="filled" type="submit" loading={update.isPending}>
            Check and save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function entryOf({ gateway }: Connection): GatewayEntry {
  if (gateway === undefined) return EMPTY_GATEWAY;
  const { keyHint: _hint, ...settings } = gateway;
  return { ...settings, key: '' };
}
