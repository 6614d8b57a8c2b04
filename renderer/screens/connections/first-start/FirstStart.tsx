/** The first start: practise with a sample or a photo of one's own, or connect an account. */
import {
  Anchor,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Title,
  Tooltip,
} from '@mantine/core';
import { useState } from 'react';
import { useSwitchConnection } from '../../../base/backend/connections.ts';
import { readError } from '../../../base/backend/client.ts';
import { useFileIntake } from '../../../work/files/file-intake.ts';
import { pickFiles } from '../../../work/files/file-input.ts';
import { showScreen, type Intent } from '../../../base/screen/navigation.ts';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { ErrorActionsWithout } from '../../../base/ui/error-actions.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { ConnectForm } from '../form/ConnectForm.tsx';
import classes from './FirstStart.module.css';

/** The bundled photo to begin with. */
const FIRST_SAMPLE: Intent = { kind: 'open-sample', sampleId: 'fig-in-a-bowl' };

/** A screen that can be practised on. */
export interface FirstScreen {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
}

/** @param props.screens those beside the Studio */
export function FirstStart({ screens }: { readonly screens: readonly FirstScreen[] }) {
  const [isConnecting, setConnecting] = useState(false);
  const [refused, setRefused] = useState<AppError>();
  const { use, isSwitching, error } = useSwitchConnection();
  const shownError = refused ?? (error === null ? undefined : readError(error));

  function practise(intent?: Intent, screenId = 'studio'): void {
    setRefused(undefined);
    showScreen(screenId, intent);
    use('practice');
  }

  function selectFiles(): void {
    pickFiles((files) => practise({ kind: 'take-files', files }), undefined, true);
  }

  useFileIntake({
    label: 'Drop photos to try Gesso',
    take: (files) => practise({ kind: 'take-files', files }),
    refuse: (thrown) => setRefused(readError(thrown)),
  });

  return (
    <main className={classes['page']}>
      <Stack className={classes['inner'] ?? ''} gap="xl">
        <div>
          <Title order={1}>Gesso</Title>
          <Text c="dimmed">
            Clean up and enlarge photos, one or a whole folder. Merge faces, make clips, and write
            with language models.
          </Text>
        </div>
        {isConnecting ? (
          <Paper withBorder p="lg" maw={480}>
            <Title order={2} size="md" mb="md">
              Connect your account
            </Title>
            <ErrorActionsWithout action="open-settings">
              <ConnectForm
                // the shell takes over as soon as a connection is in use
                onDone={() => undefined}
                onCancel={() => setConnecting(false)}
              />
            </ErrorActionsWithout>
          </Paper>
        ) : (
          <>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <Choice
                title="Try it with the practice service"
                text="Opens a sample photo. Everything runs on this computer: no account, no network, no costs."
                action="Start practising"
                isPrimary
                isBusy={isSwitching}
                onClick={() => practise(FIRST_SAMPLE)}
              />
              <Choice
                title="Connect your account"
                text="You need the service address and an API key. Gesso checks the key before saving it."
                action="Connect"
                onClick={() => setConnecting(true)}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              Or drop one of your photos on this window, or{' '}
              <Anchor component="button" type="button" size="sm" onClick={() => practise()}>
                start without a photo
              </Anchor>
              .
            </Text>
            <Group gap="xs" component="nav" aria-label="Screens">
              <Text size="sm" c="dimmed" w="100%">
                Practise on another screen:
              </Text>
              {screens.map(({ id, title, purpose }) => (
                <Tooltip key={id} label={purpose}>
                  <Button size="compact-sm" onClick={() => practise(undefined, id)}>
                    {title}
                  </Button>
                </Tooltip>
              ))}
            </Group>
          </>
        )}
        {shownError !== undefined && (
          <ErrorNotice
            error={shownError}
            actions={{ retry: () => practise(), 'choose-other-file': selectFiles }}
          />
        )}
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
