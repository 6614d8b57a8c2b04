import {
  Box,
  Button,
  Center,
  Group,
  Input,
  Menu,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import {
  IconHelp,
  IconKeyboard,
  IconLifebuoy,
  IconMessageReport,
  IconPlugConnectedX,
  IconSearch,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { backendLine } from '../core/backend/client.ts';
import { CommandMenuItem } from '../core/commands/CommandMenuItem.tsx';
import { useKeyNames } from '../core/commands/shortcut-keys.ts';
import { showScreen } from '../core/screen/navigation.ts';
import { lendDocumentSlot } from '../core/frame/screen-document.tsx';
import { IconButton } from '../core/ui/IconButton.tsx';
import { HAIRLINE } from '../core/ui/hairline.ts';
import shared from '../core/ui/shared.module.css';
import { GUIDE, PALETTE, SHORTCUTS } from './shell-commands.ts';
import { useFollowProblem, useJobs } from '../features/jobs/jobs.ts';
import { runningJobs } from '../features/jobs/jobs-store.ts';
import { reportProblem } from '../features/report/report.ts';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { Mark } from './Mark.tsx';
import { News } from './News.tsx';
import { SpendPill } from './SpendPill.tsx';
import classes from './Shell.module.css';

export function TopBar(props: { readonly title: string; readonly onShowShortcuts: () => void }) {
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      pr="sm"
      className={classes['bar'] ?? ''}
      role="region"
      aria-label="Top bar"
    >
      <Center flex="none" w="var(--gesso-rail)">
        <Mark />
      </Center>
      <Text component="h1" fw={600}>
        {props.title}
      </Text>
      <Box
        ref={lendDocumentSlot}
        miw={0}
        className={classes['document'] ?? ''}
        // a long name gives way to all else
        style={{ borderLeft: HAIRLINE, flexShrink: 10_000 }}
      />
      <LostLine />
      <Group
        justify="center"
        pos="relative"
        flex="1 1 0"
        mt="2xs"
        // two lines grow downwards; above dialogs, as a message may be about one
        style={{ zIndex: 400, alignSelf: 'flex-start' }}
      >
        <News isInBar />
      </Group>
      <RunningJobs />
      <SearchButton />
      <SpendPill />
      <ConnectionMenu />
      <HelpMenu onShowShortcuts={props.onShowShortcuts} />
    </Group>
  );
}

function SearchButton() {
  const { shortcutKeys } = useKeyNames();
  return (
    <>
      <Input
        component="button"
        pointer
        className={classes['search'] ?? ''}
        flex="none"
        w="calc(var(--gesso-inspector) - var(--gesso-control-lg))"
        leftSection={<IconSearch size={16} color="var(--gesso-text-3)" />}
        rightSectionWidth="auto"
        rightSection={
          <Box component="kbd" mr="xs">
            {shortcutKeys(PALETTE).join(' ')}
          </Box>
        }
        aria-label="Search or run a command"
        onClick={() => spotlight.open()}
      >
        <Input.Placeholder>Search or run a command</Input.Placeholder>
      </Input>
      <IconButton
        className={classes['searchIcon'] ?? ''}
        label="Search or run a command"
        icon={<IconSearch size={16} />}
        onClick={() => spotlight.open()}
      />
    </>
  );
}

function HelpMenu({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <IconButton label="Help" icon={<IconHelp size={20} stroke={1.5} />} />
      </Menu.Target>
      <Menu.Dropdown>
        <CommandMenuItem icon={<IconLifebuoy size={16} />} keys={GUIDE} onClick={GUIDE.run}>
          {GUIDE.title}
        </CommandMenuItem>
        <CommandMenuItem
          icon={<IconKeyboard size={16} />}
          keys={SHORTCUTS}
          onClick={onShowShortcuts}
        >
          Keyboard shortcuts
        </CommandMenuItem>
        <Menu.Divider />
        <Menu.Item leftSection={<IconMessageReport size={16} />} onClick={reportProblem}>
          Report a problem…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function RunningJobs() {
  const running = useJobs((state) => runningJobs(state.jobs).length);
  // mounted from the start, so that screen readers announce changes
  return (
    <div role="status">
      {running > 0 && (
        <Button
          variant="subtle"
          px="xs"
          c="var(--gesso-text)"
          leftSection={<span className={shared['dot']} />}
          onClick={() => showScreen('tasks')}
        >
          {running} running
        </Button>
      )}
    </div>
  );
}

function LostLine() {
  const state = useSyncExternalStore(backendLine.subscribe, backendLine.state);
  const problem = useFollowProblem();
  if (state === 'lost') {
    return (
      <Trouble
        sentence="Connection to Gesso lost. Reconnecting…"
        more="If you closed Gesso, start it again. Your saved work is safe."
      />
    );
  }
  if (problem === undefined) return null;
  return (
    <Trouble
      sentence={
        problem.retry === undefined
          ? 'Updates are failing. Gesso keeps trying.'
          : 'Updates have stopped.'
      }
      more={`${problem.error.message} Your runs continue and their results are saved.`}
      onRetry={problem.retry}
    />
  );
}

function Trouble(props: {
  readonly sentence: string;
  readonly more: string;
  readonly onRetry?: (() => void) | undefined;
}) {
  const { sentence, more, onRetry } = props;
  return (
    <Tooltip label={more} multiline w={300}>
      <Group
        gap="xs"
        wrap="nowrap"
        flex="none"
        maw="40%"
        px="sm"
        py="2xs"
        bg="var(--gesso-notice-soft)"
        bdrs="md"
        role="alert"
        tabIndex={0}
      >
        <IconPlugConnectedX size={16} color="var(--gesso-notice)" />
        <Text truncate>{sentence}</Text>
        {onRetry !== undefined && (
          <UnstyledButton fz="sm" td="underline" onClick={onRetry}>
            Try again
          </UnstyledButton>
        )}
      </Group>
    </Tooltip>
  );
}
