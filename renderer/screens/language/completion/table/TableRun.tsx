import { Button, Checkbox, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { PromptRow, PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatNumber } from '../../../../core/ui/format.ts';
import { formatCost } from '../../answers/answer-words.ts';
import { modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { useCompletionSession } from '../session/index.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { StopButton } from '../StopButton.tsx';
import classes from '../Completion.module.css';
import { ROW_STATE_WORDS, TableRows } from './TableRows.tsx';

const ROW_STATES = ['failed', 'unknown', 'done', 'running', 'waiting'] as const;

export function TableRun(props: {
  readonly table: PromptTable;
  readonly foot: HTMLElement | null;
}) {
  const { table, foot } = props;
  const { tables } = useCompletionSession();
  const [isGuarded, setGuarded] = useState(true);
  const [shown, setShown] = useState<PromptRow['state']>();
  const { id, counts, rows, state, error, model, template } = table;
  const { waiting, running, done, failed, unknown } = counts;
  const isRunning = state === 'running' || running > 0;
  const obstacle = modelObstacle(useModels().list, [model]);
  const retries = failed + unknown;
  // estimated from the rows so far
  const rest =
    isRunning || table.cost === 0 || done === 0 || waiting === 0
      ? undefined
      : (table.cost / done) * waiting;
  return (
    <Stack gap="sm" className={classes['run'] ?? ''}>
      {error !== undefined && <ErrorNotice error={error} />}
      <Group gap="xs">
        <Progress
          w="10rem"
          size="xs"
          value={(100 * done) / Math.max(1, rows)}
          aria-label="Rows that are done"
        />
        <Text size="xs" role="status">
          {formatNumber(done)} of {count(rows, 'row')} done
          {running > 0 && `, ${running} running`}
          {waiting > 0 && !isRunning && `, ${formatNumber(waiting)} not sent`}
          {failed > 0 && `, ${failed} failed`}
          {unknown > 0 && `, ${unknown} broke off (may have been charged)`}
          {table.cost > 0 && `, ${formatCost(table.cost)}`}
          {rest !== undefined && `, ≈ ${formatCost(rest)} for the others`}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" truncate title={template}>
        {model}: {template}
      </Text>
      {!isRunning && waiting + retries > 0 && obstacle !== undefined && (
        <Text size="xs" c="var(--gesso-negative)" role="alert">
          {obstacle}
        </Text>
      )}
      <Group gap="xs">
        {!isRunning && retries > 0 && (
          <Button disabled={obstacle !== undefined} onClick={() => void tables.retry(id)}>
            Retry {count(retries, 'row')}
          </Button>
        )}
        <Button onClick={() => void tables.save(id, isGuarded)}>Save as CSV…</Button>
        <Checkbox
          label="Guard formulas"
          title="A cell that a spreadsheet would take for a formula gets an apostrophe before it."
          checked={isGuarded}
          onChange={(event) => setGuarded(event.currentTarget.checked)}
        />
        <NativeSelect
          size="xs"
          aria-label="Rows that are shown"
          value={shown ?? ''}
          data={[
            { value: '', label: 'All rows' },
            ...ROW_STATES.filter((each) => each === shown || counts[each] > 0).map((value) => ({
              value,
              label: `${ROW_STATE_WORDS[value]} (${formatNumber(counts[value])})`,
            })),
          ]}
          onChange={({ currentTarget }) =>
            setShown(ROW_STATES.find((each) => each === currentTarget.value))
          }
        />
      </Group>
      <TableRows key={shown} table={table} shown={shown} />
      {(isRunning || waiting > 0) && (
        <InFoot place={foot}>
          <Foot>
            {isRunning ? (
              <StopButton onStop={() => void tables.stop(id)} />
            ) : (
              <>
                <Button
                  disabled={obstacle !== undefined}
                  onClick={() => void tables.start(id, 'first')}
                >
                  Run one row
                </Button>
                <MainButton obstacle={obstacle} onClick={() => void tables.start(id, 'all')}>
                  Run {done === 0 ? 'all' : 'the other'} {formatNumber(waiting)}
                </MainButton>
              </>
            )}
          </Foot>
        </InFoot>
      )}
    </Stack>
  );
}
