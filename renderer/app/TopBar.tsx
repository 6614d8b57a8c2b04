import { Box, Center, Group, Input, Menu, Text, UnstyledButton, RingProgress } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import {
  IconHelp,
  IconKeyboard,
  IconLifebuoy,
  IconMessageReport,
  IconPlugConnectedX,
  IconSearch,
  IconCheck,
  IconChevronDown,
  IconSettings,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { backendLine, queries } from '../core/backend/client.ts';
import { CommandMenuItem } from '../core/commands/CommandMenuItem.tsx';
import { useKeyNames } from '../core/commands/shortcut-keys.ts';
import { showScreen } from '../core/screen/navigation.ts';
import { lendDocumentSlot } from '../core/frame/screen-document.tsx';
import { IconButton } from '../core/ui/IconButton.tsx';
import { HAIRLINE } from '../core/ui/hairline.ts';
import shared from '../core/ui/shared.module.css';
import { GUIDE, PALETTE, SHORTCUTS } from './shell-commands.ts';
import { useFollowProblem, useJobs, runningJobs } from '../features/jobs/jobs.ts';
import { reportProblem } from '../features/report/report.ts';
import { Mark } from './Mark.tsx';
import { News } from './News.tsx';
import classes from './Shell.module.css';
import {
  useConnections,
  useSwitchConnection,
  useActiveConnection,
} from '../core/backend/connections.ts';
import { sayError } from '../core/backend/say-error.ts';
import { say } from '../core/ui/say.ts';
import { useQuery } from '@tanstack/react-query';
import type { SpendForecast } from '../../shared/contract/spend-forecast.ts';
import { shownPercent } from '../../shared/numbers.ts';
import { spokenAmount } from '../../shared/spend/exact-money.ts';
import { pillOf } from './pill-words.ts';
import { QuietButton, SmallNote } from '../core/ui/variants.ts';

function ConnectionMenu() {
  const connections = useConnections() ?? [];
  const { use } = useSwitchConnection(sayError);
  const active = connections.find(({ isActive }) => isActive);
  if (active === undefined) return null;
  const isPractice = active.kind === 'practice';
  return (
    <Menu position="bottom-end" width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <QuietButton
          miw="var(--gesso-rail)"
          maw="var(--gesso-list)"
          c="var(--gesso-text)"
          leftSection={<Box className={shared['dot'] ?? ''} bg="var(--gesso-positive)" />}
          rightSection={<IconChevronDown size={16} />}
          aria-label={`Connection: ${active.name}`}
          data-tip={isPractice ? 'Runs on this computer. Free.' : active.baseUrl}
        >
          <Text span inherit truncate>
            {isPractice ? 'Practice, free' : active.name}
          </Text>
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Connection</Menu.Label>
        {connections.map((connection) => (
          <Menu.Item
            key={connection.id}
            leftSection={
              connection.isActive ? <IconCheck size={16} /> : <Box w="var(--gesso-icon-sm)" />
            }
            aria-current={connection.isActive ? 'true' : undefined}
            onClick={() => {
              if (!connection.isActive) {
                use(connection, () => say(`Now using ${connection.name}.`, 'done'));
              }
            }}
          >
            {connection.name}
            <SmallNote truncate>
              {connection.kind === 'practice' ? 'On this computer, free' : connection.baseUrl}
            </SmallNote>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => showScreen('settings')}>
          Manage connections…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Between two requests for the bill, which the backend reads on its own, ms. */
const BILL_POLL_MS = 60_000;

/**
 * This month's bill so far, in the top bar. Hidden in practice, and for keys that may not see
 * bills.
 */
function SpendPill() {
  const connection = useActiveConnection();
  const isWanted = connection?.kind === 'account';
  const { data, dataUpdatedAt } = useQuery(
    queries.spendForecast.read.queryOptions({ enabled: isWanted, refetchInterval: BILL_POLL_MS }),
  );
  if (!isWanted || data === undefined || data.connectionId !== connection.id) return null;
  if (!data.mayReadBills) return null;
  const pill = pillOf(data, dataUpdatedAt);
  if (pill === undefined) return null;
  const { text, hint } = pill;
  const budget = tightest(data);
  const { spent } = data.month;
  return (
    <QuietButton
      data-tip={hint}
      px="xs"
      c="var(--gesso-text)"
      className={shared['numbers'] ?? ''}
      aria-label={`Spent this month: ${spent === undefined ? 'unknown' : spokenAmount(spent)}`}
      onClick={() => showScreen('spend')}
    >
      {budget !== undefined && (
        <Group gap="xs" wrap="nowrap" mr="xs">
          <RingProgress
            size={18}
            thickness={3}
            sections={[
              {
                value: Math.max(0, Math.min(100, budget.percent)),
                color: budget.percent >= 100 ? 'red' : 'gray',
              },
            ]}
          />
          <span>{shownPercent(budget.percent)}</span>
        </Group>
      )}
      <span>{text}</span>
    </QuietButton>
  );
}

/** The budget with the largest share used up. */
function tightest({ budgets }: SpendForecast) {
  return budgets.toSorted((a, b) => b.percent - a.percent)[0];
}

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
        <CommandMenuItem
          icon={<IconLifebuoy size={16} />}
          keys={GUIDE}
          onClick={GUIDE.run}
          label={GUIDE.title}
        />
        <CommandMenuItem
          icon={<IconKeyboard size={16} />}
          keys={SHORTCUTS}
          onClick={onShowShortcuts}
          label="Keyboard shortcuts"
        />
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
        <QuietButton
          px="xs"
          c="var(--gesso-text)"
          leftSection={<span className={shared['dot']} />}
          onClick={() => showScreen('tasks')}
        >
          {running} running
        </QuietButton>
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
    <Group
      data-tip={more}
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
  );
}
