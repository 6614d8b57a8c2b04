/** The first start: try it without an account, or connect one. */
import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queries, readError } from '../../backend/client.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import classes from './FirstStart.module.css';

export function FirstStart() {
  const client = useQueryClient();
  const [isConnecting, setConnecting] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: queries.connections.key() });
  const practice = useMutation(
    queries.connections.activatePractice.mutationOptions({ onSuccess: refresh }),
  );
  return (
    <main className={classes['page']}>
      <Stack className={classes['inner'] ?? ''} gap="xl">
        <div>
          <Title order={1}>Gesso</Title>
          <Text c="dimmed">Clean up photographs by hand.</Text>
        </div>
        {isConnecting ? (
          <Paper withBorder p="lg" maw={480}>
            <Title order={2} size="md" mb="md">
              Connect your account
            </Title>
            <ConnectForm onDone={() => void refresh()} onCancel={() => setConnecting(false)} />
          </Paper>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <Choice
              title="Try it with the practice service"
              text="Everything runs on this computer. No account, no network, and nothing costs money."
              action="Start practising"
              isPrimary
              isBusy={practice.isPending}
              onClick={() => practice.mutate({})}
            />
            <Choice
              title="Connect your account"
              text="You need the address of the service and an API key. The key is checked before it is saved."
              action="Connect"
              onClick={() => setConnecting(true)}
            />
          </SimpleGrid>
        )}
        {practice.error !== null && <ErrorNotice error={readError(practice.error)} />}
      </Stack>
    </main>
  );
}

function Choice(props: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <Paper withBorder p="lg" className={classes['choice'] ?? ''}>
      <Title order={2} size="md">
        {props.title}
      </Title>
      <Text size="sm" c="dimmed">
        {props.text}
      </Text>
      <Button
        size="sm"
        mt="auto"
        variant={props.isPrimary === true ? 'filled' : 'default'}
        loading={props.isBusy ?? false}
        onClick={props.onClick}
      >
        {props.action}
      </Button>
    </Paper>
  );
}
