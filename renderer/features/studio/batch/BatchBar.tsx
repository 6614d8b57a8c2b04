/** Batches that run, wait or have ended and were not put away: progress, and what can be done. */
import { ActionIcon, Button, Collapse, Progress, Text } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Batch } from '../../../../shared/contract/batch.ts';
import classes from './Batch.module.css';
import { followBatches, useBatches, withBatch } from './batch-store.ts';
import { batchTitle, describeProgress, describeState } from './batch-text.ts';

export function BatchBar() {
  const batches = useBatches((state) => state.batches);
  useEffect(() => {
    const controller = new AbortController();
    void followBatches(controller.signal);
    return () => controller.abort();
  }, []);
  if (batches.length === 0) return null;
  return (
    <section className={classes['bar']} aria-label="Batches">
      {batches.map((batch) => (
        <Entry key={batch.id} batch={batch} />
      ))}
    </section>
  );
}

function Entry({ batch }: { readonly batch: Batch }) {
  const [areFailuresShown, setFailuresShown] = useState(false);
  const { id, state, operation, calls, callsDone, callsFailed, photosFailed } = batch;
  const title = batchTitle(operation);
  const progress = describeProgress(batch);
  const isOver = state === 'done' || state === 'stopped';
  const share = (count: number): number => (calls === 0 ? 0 : (count / calls) * 100);
  return (
    <div className={classes['entry']} role="group" aria-label={`${title}, batch`}>
      <div className={classes['row']}>
        <Text size="sm" fw={500} className={classes['title'] ?? ''}>
          {title}
        </Text>
        <Progress.Root size="sm" className={classes['progress'] ?? ''}>
          <Progress.Section
            value={share(callsDone)}
            color={state === 'paused' ? 'gray' : 'rose'}
            aria-label={`${title}: ${progress}`}
          />
          {callsFailed > 0 && (
            <Progress.Section value={share(callsFailed)} color="orange" aria-label="Failed" />
          )}
        </Progress.Root>
        <Text size="sm" className={classes['numbers'] ?? ''}>
          {progress}
        </Text>
        <Buttons batch={batch} />
        {isOver && (
          <ActionIcon
            size={24}
            aria-label={`Put away ${title}`}
            onClick={() => void withBatch('acknowledge', id)}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <div className={classes['row']}>
        <Text size="xs" c="dimmed" role="status" className={classes['state'] ?? ''}>
          {describeState(batch)}
        </Text>
        {photosFailed > 0 && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={areFailuresShown}
            onClick={() => setFailuresShown((shown) => !shown)}
          >
            Details
          </Button>
        )}
      </div>
      <Collapse expanded={areFailuresShown}>
        <ul className={classes['failures']} tabIndex={0} aria-label="Failed photos">
          {batch.failures.map(({ photoId, photoName, error }) => (
            <li key={photoId}>
              {photoName}: {error.message}
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  );
}

function Buttons({ batch }: { readonly batch: Batch }) {
  const { id, state, photosFailed } = batch;
  const isOver = state === 'done' || state === 'stopped';
  return (
    <div className={classes['buttons']}>
      {photosFailed > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconRefresh size={14} />}
          onClick={() => void withBatch('retry', id)}
        >
          Retry the failed
        </Button>
      )}
      {state === 'running' && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlayerPause size={14} />}
          onClick={() => void withBatch('pause', id)}
        >
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button
          size="compact-xs"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => void withBatch('resume', id)}
        >
          Resume
        </Button>
      )}
      {!isOver && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlayerStop size={14} />}
          title="Gives up what has not left yet. What is under way ends, and its results are kept."
          onClick={() => void withBatch('stop', id)}
        >
          Stop
        </Button>
      )}
    </div>
  );
}
