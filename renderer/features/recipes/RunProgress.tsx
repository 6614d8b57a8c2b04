/** The progress of a run with its calls, cost, failures and buttons, the same on every screen. */
import { Button, Flex, Progress, Stack, Text } from '@mantine/core';
import type { RecipeRun } from '../../../shared/contract/recipes.ts';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { count } from '../../core/ui/format.ts';
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
import shared from '../../core/ui/shared.module.css';
import { SmallButton, SmallNote, Status } from '../../core/ui/variants.ts';

interface Shown {
  readonly run: RecipeRun;
  readonly orders: RunOrders;
}

/** @param props.onShowFailed shows the pictures that failed */
export function RunProgress(props: Shown & { readonly onShowFailed: () => void }) {
  const { run, orders, onShowFailed } = props;
  const { id, pausedBy, states } = run;
  const sentence = runSentence(run);
  const trouble = useJobs(({ jobs }) => runTrouble(run, jobs.values()));
  return (
    <Stack gap="2xs" flex="1 1 var(--gesso-list)">
      <Flex wrap="wrap" rowGap="2xs" columnGap="xs" align="center">
        <Status fw={500}>{runState(run)}</Status>
        <Progress
          value={runShare(run) * 100}
          size="sm"
          flex="1 1 var(--gesso-number)"
          aria-label="Pictures that have ended"
        />
        <Text size="sm" className={shared['numbers'] ?? ''}>
          {runProgress(run)}
        </Text>
      </Flex>
      <SmallNote>{[callWords(run), sentence].filter((words) => words !== '').join(', ')}</SmallNote>
      {trouble !== undefined && <Text size="sm">{trouble}</Text>}
      {pausedBy !== undefined && (
        <ErrorNotice error={pausedBy} actions={{ retry: () => void orders.resume(id) }} />
      )}
      {states.failed > 0 && (
        <Flex wrap="wrap" rowGap="2xs" columnGap="xs" align="center">
          <Text size="sm">{count(states.failed, 'picture')} failed.</Text>
          <SmallButton onClick={onShowFailed}>Show failed</SmallButton>
          <SmallButton onClick={() => void orders.retry(id, { filter: 'failed' })}>
            Retry failed
          </SmallButton>
        </Flex>
      )}
    </Stack>
  );
}

export function RunButtons({ run, orders }: Shown) {
  const { id, state } = run;
  const isOver = state === 'stopped' || state === 'done';
  return (
    <Flex wrap="wrap" rowGap="2xs" columnGap="xs" align="center">
      {state === 'paused' && <Order title="Resume" isNext order={() => orders.resume(id)} />}
      {state === 'tried' && <Order title={restLabel(run)} isNext order={() => orders.goOn(id)} />}
      {state === 'running' && <Order title="Pause" order={() => orders.pause(id)} />}
      {!isOver && (
        <Order
          title={state === 'tried' ? 'Stop here' : 'Stop'}
          hint="Cancels calls that have not been sent. Calls already sent finish, and you keep their results."
          order={() => orders.stop(id)}
        />
      )}
      {isOver && <Order title="Remove from the list" order={() => orders.removeRun(run)} />}
    </Flex>
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
      data-tip={props.hint}
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
