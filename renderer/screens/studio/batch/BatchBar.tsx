/** Batches that run, wait or have ended and were not dismissed: progress, and their buttons. */
import { ActionIcon, Button, Collapse, Progress, Text } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Batch } from '../../../../shared/contract/batch.ts';
import classes from './Batch.module.css';
import { batchTitle, describeProgress, describeState } from './batch-text.ts';
import { count } from '../../../base/ui/format.ts';
import { useBatchList } from '../../../work/jobs/jobs.ts';
import { useStudioSession } from '../session/index.ts';

/** Batches that are shown at once, the newest; they lie over the picture. */
const FEW = 2;

export function BatchBar() {
  const batches = useBatchList();
  const [areAllShown, setAllShown] = useState(false);
  if (batches.length === 0) return null;
  const shown = areAllShown ? batches : batches.slice(0, FEW);
  const more = batches.length - FEW;
  return (
    <section className={classes['bar']} aria-label="Batches">
      {shown.map((batch) => (
        <Entry key={batch.id} batch={batch} />
      ))}
      {more > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          m={6}
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? 'Show fewer' : `Show ${count(more, 'more batch', 'more batches')}`}
        </Button>
      )}
    </section>
  );
}

function Entry({ batch }: { readonly batch: Batch }) {
  const actions = useStudioSession()?.batches;
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
            color={state === 'paused' ? 'gray' : 'accent'}
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
            aria-label={`Dismiss ${title}`}
            onClick={() => void actions?.command('acknowledge', id)}
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
  const actions = useStudioSession()?.batches;
  const { id, state, photosDone, photosFailed } = batch;
  const isOver = state === 'done' || state === 'stopped';
  return (
    <div className={classes['buttons']}>
      {photosFailed > 0 && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconRefresh size={14} />}
          onClick={() => void actions?.command('retry', id)}
        >
          Retry failed
        </Button>
      )}
      {state === 'running' && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlayerPause size={14} />}
          onClick={() => void actions?.command('pause', id)}
        >
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button
          size="compact-xs"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => void actions?.command('resume', id)}
        >
          Resume
        </Button>
      )}
      {isOver && photosDone > 0 && (
        <>
          <Button variant="default" size="compact-xs" onClick={() => void actions?.show(id)}>
            Show
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => void actions?.saveAll(id)}>
            Save all…
          </Button>
        </>
      )}
      {!isOver && (
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconPlayerStop size={14} />}
          title="Cancels calls that have not been sent. Calls already sent finish, and you keep their results."
          onClick={() => void actions?.command('stop', id)}
        >
          Stop
        </Button>
      )}
    </div>
  );
}
