/** A table of the library: how far it is, its orders, and its rows. */
import { Button, Checkbox, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { count } from '../../../../ui/format.ts';
import { formatCost } from '../../chat/model/answer-words.ts';
import { useCompletionSession } from '../session/index.ts';
import classes from './Table.module.css';
import { TableRows } from './TableRows.tsx';

export function TableRun({ table }: { readonly table: PromptTable }) {
  const { tables } = useCompletionSession();
  const [isGuarded, setGuarded] = useState(true);
  const { id, counts, rows, state, error } = table;
  const { waiting, running, done, failed, unknown } = counts;
  const isRunning = state === 'running' || running > 0;
  const retries = failed + unknown;
  return (
    <div className={classes['run']}>
      {error !== undefined && <ErrorNotice error={error} />}
      <div className={classes['line']}>
        <Progress
          className={classes['progress'] ?? ''}
          size="sm"
          value={(100 * done) / Math.max(1, rows)}
          aria-label="Rows that are done"
        />
        <Text size="xs" role="status">
          {done.toLocaleString('en')} of {count(rows, 'row')} done
          {running > 0 && `, ${running} running`}
          {waiting > 0 && !isRunning && `, ${waiting.toLocaleString('en')} not sent`}
          {failed > 0 && `, ${failed} failed`}
          {unknown > 0 && `, ${unknown} broke off (may have been charged)`}
          {table.cost > 0 && ` · ${formatCost(table.cost)}`}
        </Text>
      </div>
      <Group gap="xs">
        {isRunning ? (
          <Button variant="default" onClick={() => void tables.stop(id)}>
            Stop
          </Button>
        ) : (
          waiting > 0 && (
            <>
              <Button onClick={() => void tables.start(id, 'all')}>
                Run {done === 0 ? 'all' : 'the other'} {waiting.toLocaleString('en')}
              </Button>
              <Button variant="default" onClick={() => void tables.start(id, 'first')}>
                Run one row
              </Button>
            </>
          )
        )}
        {!isRunning && retries > 0 && (
          <Button variant="default" onClick={() => void tables.retry(id)}>
            Retry {count(retries, 'row')}
          </Button>
        )}
        <Button variant="default" onClick={() => void tables.save(id, isGuarded)}>
          Save as CSV…
        </Button>
        <Checkbox
          size="xs"
          label="Guard formulas"
          title="A cell that a spreadsheet would take for a formula gets an apostrophe before it."
          checked={isGuarded}
          onChange={(event) => setGuarded(event.currentTarget.checked)}
        />
      </Group>
      <TableRows table={table} />
    </div>
  );
}
