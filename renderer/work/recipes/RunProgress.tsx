/** How far a run is, its calls and their cost, its failures, and its buttons: on every screen the same. */
import { Button, Progress, Text } from '@mantine/core';
import type { RecipeRun } from '../../../shared/contract/recipes.ts';
import { ErrorNotice } from '../../base/ui/ErrorNotice.tsx';
import { count } from '../../base/ui/format.ts';
import { useJobs } from '../jobs/jobs.ts';
import type { RunOrders } from './run-orders.ts';
import {
  callWords,
  runProgress,
  runSentence,
  runShare,
  runState,
  runTrouble,
  takingPart,
} from './run-words.ts';
import classes from '../jobs/JobEntry.module.css';

interface Shown {
  readonly run: RecipeRun;
  readonly orders: RunOrders;
}

/** @param props.onShowFailed brings the pictures that failed to the front */
export function RunProgress(props: Shown & { readonly onShowFailed: () => void }) {
  const { run, orders, onShowFailed } = props;
  const { id, pausedBy, states } = run;
  const sentence = runSentence(run);
  const trouble = useJobs(({ jobs }) => runTrouble(run, jobs.values()));
  return (
    <div className={classes['all']}>
      <div className={classes['row']}>
        <Text size="sm" fw={500} role="status">
          {runState(run)}
        </Text>
        <Progress
          value={runShare(run) * 100}
          size="sm"
          className={classes['bar'] ?? ''}
          aria-label="Pictures that have ended"
        />
        <Text size="sm" className={classes['numbers'] ?? ''}>
          {runProgress(run)}
        </Text>
      </div>
      <Text size="xs" c="dimmed">
        {[callWords(run), sentence].filter((words) => words !== '').join(', ')}
      </Text>
      {trouble !== undefined && <Text size="sm">{trouble}</Text>}
      {pausedBy !== undefined && (
        <ErrorNotice error={pausedBy} actions={{ retry: () => void orders.resume(id) }} />
      )}
      {states.failed > 0 && (
        <div className={classes['row']}>
          <Text size="sm">{count(states.failed, 'picture')} failed.</Text>
          <Button size="compact-xs" onClick={onShowFailed}>
            Show failed
          </Button>
          <Button size="compact-xs" onClick={() => void orders.retry(id, { filter: 'failed' })}>
            Retry failed
          </Button>
        </div>
      )}
    </div>
  );
}

/** The next orders that make sense for a run. */
export function RunButtons({ run, orders }: Shown) {
  const { id, state } = run;
  const isOver = state === 'stopped' || state === 'done';
  return (
    <div className={classes['buttons']}>
      {state === 'paused' && <Order title="Resume" isNext order={() => orders.resume(id)} />}
      {state === 'tried' && <Order title={restLabel(run)} isNext order={() => orders.goOn(id)} />}
      {state === 'running' && <Order title="Pause" order={() => orders.pause(id)} />}
      {!isOver && (
        <Order
          title={state === 'tried' ? 'Leave it at these' : 'Stop'}
          hint="Cancels calls that have not been sent. Calls already sent finish, and you keep their results."
          order={() => orders.stop(id)}
        />
      )}
      {isOver && <Order title="Remove from the list" order={() => orders.removeRun(run)} />}
    </div>
  );
}

function Order(props: {
  readonly title: string;
  readonly hint?: string;
  readonly isNext?: boolean;
  readonly order: () => Promise<void>;
}) {
  return (
    <Button
      size="compact-sm"
      variant={props.isNext === true ? 'filled' : 'default'}
      title={props.hint}
      onClick={() => void props.order()}
    >
      {props.title}
    </Button>
  );
}

function restLabel(run: RecipeRun): string {
  const rest = takingPart(run) - (run.first ?? 0);
  return rest === 1 ? 'Run on the other picture' : `Run on the other ${count(rest, 'picture')}`;
}
