/** The connection, a lost line, running jobs, and help. */
import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconButton } from '../base/ui/IconButton.tsx';
import { spotlight } from '@mantine/spotlight';
import { IconCommand, IconHelp, IconKeyboard, IconPlugConnectedX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { backendLine } from '../base/backend/client.ts';
import { useFollowProblem, useJobs } from '../work/jobs/jobs.ts';
import { runningJobs } from '../work/jobs/jobs-store.ts';
import { runCommand } from '../base/commands/run-command.ts';
import { nameWithKeys } from '../base/commands/shortcut-keys.ts';
import { showScreen } from '../base/screen/navigation.ts';
import { ConnectionMenu } from './ConnectionMenu.tsx';
import { News } from './News.tsx';
import { SpendPill } from './SpendPill.tsx';
import classes from './TopBar.module.css';

export function TopBar({ onShowShortcuts }: { readonly onShowShortcuts: () => void }) {
  return (
    <div className={classes['bar']} role="region" aria-label="Top bar">
      <Text className={classes['brand'] ?? ''} component="h1">
        Gesso
      </Text>
      <ConnectionMenu />
      <LostLine />
      <div className={classes['news']}>
        <News isInBar />
      </div>
      <SpendPill />
      <RunningJobs />
      <IconButton
        label="All commands"
        tip={nameWithKeys('All commands', 'Mod+K')}
        icon={<IconCommand size={18} />}
        size="lg"
        onClick={() => spotlight.open()}
      />
      <IconButton
        label="Keyboard shortcuts"
        tip={nameWithKeys('Keyboard shortcuts', '?')}
        icon={<IconKeyboard size={18} />}
        size="lg"
        onClick={onShowShortcuts}
      />
      <IconButton
        label="Guide"
        tip={nameWithKeys('Guide', 'F1')}
        icon={<IconHelp size={18} />}
        size="lg"
        onClick={() => runCommand('app.guide', false)}
      />
    </div>
  );
}

function RunningJobs() {
  const running = useJobs((state) => runningJobs(state.jobs).length);
  // there from the start, so that screen readers hear of changes
  return (
    <div role="status">
      {running > 0 && (
        <UnstyledButton className={classes['running'] ?? ''} onClick={() => showScreen('tasks')}>
          <span className={classes['dot']} />
          {running} running
        </UnstyledButton>
      )}
    </div>
  );
}

/** In the bar, where it covers and moves nothing. */
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
          ? 'Progress updates are failing. Gesso keeps trying.'
          : 'Progress updates have stopped.'
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
      <div className={classes['lost']} role="alert" tabIndex={0}>
        <IconPlugConnectedX size={16} />
        <span className={classes['lostText']}>{sentence}</span>
        {onRetry !== undefined && (
          <UnstyledButton fz="sm" td="underline" onClick={onRetry}>
            Try again
          </UnstyledButton>
        )}
      </div>
    </Tooltip>
  );
}
