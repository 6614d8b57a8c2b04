import { Box, Button, Flex, Group, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { queries, readError } from '../../../core/backend/client.ts';
import { useSwitchConnection } from '../../../core/backend/connections.ts';
import { createIntentQueue, showScreen, type Intent } from '../../../core/screen/navigation.ts';
import { PictureLabel } from '../../../core/ui/EmptyStage.tsx';
import { ErrorActionsOfSettings, ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { SplitHandle } from '../../../viewer/stage/comparing/SplitHandle.tsx';
import { useFileIntake } from '../../../features/files/file-intake.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { ConnectForm } from '../form/ConnectForm.tsx';
import { EXAMPLES, FIRST_ORDER, type Example } from './examples.tsx';
import shared from '../../../core/ui/shared.module.css';
import classes from './FirstStart.module.css';
import { LinkButton } from '../../../core/ui/variants.ts';

export interface FirstScreen {
  readonly id: string;
  readonly title: string;
  readonly purpose: string;
}

/** Never aborts: intents wait until the screen is there. */
const LASTING = new AbortController().signal;

export function FirstStart(props: {
  readonly mark: ReactNode;
  readonly screens: readonly FirstScreen[];
}) {
  const [shown, setShown] = useState<'account' | 'credits'>();
  const [refused, setRefused] = useState<AppError>();
  const { use, isSwitching, error } = useSwitchConnection();
  const shownError = refused ?? (error === null ? undefined : readError(error));

  function practise(screenId = 'studio', orders: readonly Intent[] = []): void {
    setRefused(undefined);
    showScreen(screenId);
    const order = createIntentQueue(screenId, LASTING);
    for (const each of orders) order(each);
    use('practice');
  }

  const { mutate } = useMutation({ mutationFn: ({ orders }: Example) => orders() });

  /** The callbacks are left out when another example was opened meanwhile, or files were dropped. */
  function open(example: Example): void {
    mutate(example, {
      onSuccess: (ready) => practise(example.screenId, ready),
      onError: (thrown) => setRefused(readError(thrown)),
    });
  }

  const takeFiles = (files: readonly File[]): void =>
    practise('studio', [{ kind: 'take-files', files }]);
  const selectFiles = (): void => pickFiles(takeFiles, undefined, true);

  useFileIntake({
    label: 'Drop photos to try Gesso',
    take: takeFiles,
    refuse: (thrown) => setRefused(readError(thrown)),
  });

  return (
    <Box
      component="main"
      h="100%"
      bg="var(--gesso-surface)"
      style={{ container: 'first / inline-size', overflow: 'auto' }}
    >
      <div className={classes['inner']}>
        <Flex component="header" wrap="wrap" rowGap="xs" columnGap="md" align="flex-end">
          <Box flex={1} miw="min(100%, var(--gesso-inspector))">
            <Group gap="xs" mb="xs" fw={600}>
              {props.mark}
              Gesso
            </Group>
            <Text component="h1" size="xl" fw={600} lts="-0.02em">
              Clean up, enlarge and animate your pictures
            </Text>
            <Text c="dimmed">Pick one: free, on this computer, no account.</Text>
          </Box>
          <Flex wrap="wrap" rowGap="xs" columnGap="md">
            <Button leftSection={<IconFolderOpen size={16} />} onClick={selectFiles}>
              Open photos…
            </Button>
            <Button onClick={() => setShown('account')}>Connect an account…</Button>
            <Button
              variant="filled"
              loading={isSwitching}
              onClick={() => practise('studio', [FIRST_ORDER])}
            >
              Start with a sample
            </Button>
          </Flex>
        </Flex>
        {shownError !== undefined && (
          <ErrorNotice
            error={shownError}
            actions={{ retry: () => practise(), 'choose-other-file': selectFiles }}
          />
        )}
        <nav className={classes['wall']} aria-label="Examples">
          {EXAMPLES.map((example) => {
            const screen = props.screens.find(({ id }) => id === example.screenId);
            return (
              screen && (
                <Tile
                  key={screen.id}
                  screen={screen}
                  example={example}
                  onOpen={() => open(example)}
                />
              )
            );
          })}
        </nav>
        <Flex
          component="footer"
          wrap="wrap"
          rowGap="xs"
          columnGap="md"
          justify="space-between"
          fz="xs"
          lh="xs"
          c="var(--gesso-text-3)"
        >
          <span>
            Drop photos anywhere, or{' '}
            <LinkButton c="dimmed" onClick={() => practise()}>
              start without a photo
            </LinkButton>
            .
          </span>
          <LinkButton c="dimmed" onClick={() => setShown('credits')}>
            Photo credits
          </LinkButton>
        </Flex>
      </div>
      <Modal
        size={400}
        opened={shown === 'account'}
        onClose={() => setShown(undefined)}
        title="Connect an account"
      >
        <ErrorActionsOfSettings>
          <ConnectForm
            // the shell takes over as soon as a connection is in use
            onDone={() => undefined}
            onCancel={() => setShown(undefined)}
          />
        </ErrorActionsOfSettings>
      </Modal>
      <Modal
        size={400}
        opened={shown === 'credits'}
        onClose={() => setShown(undefined)}
        title="Photo credits"
      >
        <Credits />
      </Modal>
    </Box>
  );
}

function Tile(props: {
  readonly screen: FirstScreen;
  readonly example: Example;
  readonly onOpen: () => void;
}) {
  const { screen, example, onOpen } = props;
  const after = useRef<HTMLImageElement>(null);
  const isSplit = example.art === null;
  return (
    <Box
      pos="relative"
      bg="var(--gesso-raised)"
      bdrs="lg"
      className={classes['tile'] ?? ''}
      style={{ overflow: 'hidden' }}
      data-large={isSplit || undefined}
    >
      <Stack
        component={UnstyledButton}
        gap={0}
        w="100%"
        h="100%"
        bdrs="lg"
        className={classes['open'] ?? ''}
        aria-label={`${screen.title}: ${screen.purpose}`}
        onClick={onOpen}
      >
        <Box
          component="span"
          pos="relative"
          flex={1}
          mih={0}
          className={classes['art'] ?? ''}
          style={{ overflow: 'hidden' }}
        >
          {isSplit ? (
            <>
              <img src="examples/studio-before.webp" alt="" />
              <img src="examples/studio-after.webp" alt="" ref={after} />
              <PictureLabel side="left">Before</PictureLabel>
              <PictureLabel side="right">After</PictureLabel>
            </>
          ) : (
            example.art
          )}
        </Box>
        <Group
          component="span"
          gap="xs"
          wrap="nowrap"
          flex="none"
          h="var(--gesso-control-lg)"
          px="sm"
        >
          {example.icon}
          <b>{screen.title}</b>
          <Text span truncate c="dimmed">
            {screen.purpose}
          </Text>
        </Group>
      </Stack>
      {isSplit && (
        // over the button, as wide as the picture; only its handle takes presses
        <Box inset="0 0 var(--gesso-control-lg)" className={shared['over'] ?? ''}>
          <SplitHandle
            onMove={(share) => {
              if (after.current !== null)
                after.current.style.clipPath = `inset(0 0 0 ${share * 100}%)`;
            }}
          />
        </Box>
      )}
    </Box>
  );
}

function Credits() {
  const samples = useQuery(queries.photos.samples.queryOptions());
  if (samples.error !== null) return <ErrorNotice error={readError(samples.error)} />;
  return (
    <Stack component="ul" gap="xs">
      {samples.data?.map(({ id, title, author, licence }) => (
        <Flex key={id} component="li" wrap="wrap" columnGap="md" justify="space-between">
          <span>{title}</span>
          <Text span c="dimmed">
            {author}, {licence}
          </Text>
        </Flex>
      ))}
    </Stack>
  );
}
