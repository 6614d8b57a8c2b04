import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Text,
  Modal,
  UnstyledButton,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { PromptRow, PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatNumber, formatDuration } from '../../../../core/ui/format.ts';
import { formatCost, knownCost } from '../../answers/answer-words.ts';
import { modelObstacle } from '../../models/model-choice.ts';
import { useModels } from '../../models/use-models.ts';
import { useCompletionSession } from '../session/index.ts';
import { Foot, MainButton } from '../../../../core/frame/Foot.tsx';
import { InFoot } from '../InFoot.tsx';
import { StopButton } from '../StopButton.tsx';
import classes from '../Completion.module.css';
import { keepPreviousData } from '@tanstack/react-query';
import { fillTemplate, rowValues } from '../../../../../shared/language/template.ts';
import { queries } from '../../../../core/backend/client.ts';
import { Rows } from '../../../../features/rows/Rows.tsx';
import { usePages } from '../../../../features/rows/use-pages.ts';
import shared from '../../../../core/ui/shared.module.css';
import { SmallNote, SmallStatus } from '../../../../core/ui/variants.ts';

/** Rows per page. */
const PAGE = 100;

/** CSS pixels at 100 % text size. */
const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 32;

const ROW_STATE_WORDS: Readonly<Record<PromptRow['state'], string>> = {
  waiting: 'Not sent',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Broke off',
};

/** @param props.shown filters by state; missing: all rows */
function TableRows(props: {
  readonly table: PromptTable;
  readonly shown: PromptRow['state'] | undefined;
}) {
  const { table, shown } = props;
  const [opened, setOpened] = useState<PromptRow>();
  const { id, columns } = table;
  const total = shown === undefined ? table.rows : table.counts[shown];
  const [pages, onRows] = usePages<PromptRow, number>({
    size: PAGE,
    query: (page) =>
      queries.promptTables.rows.queryOptions({
        input: {
          tableId: id,
          ...(shown === undefined ? {} : { state: shown }),
          offset: page * PAGE,
          limit: PAGE,
        },
        placeholderData: keepPreviousData,
      }),
    keyOf: ({ index }) => index,
  });
  const latest = (row: PromptRow): PromptRow =>
    pages.row(pages.find(({ index }) => index === row.index) ?? -1) ?? row;
  return (
    <>
      <Rows
        label="Rows and answers"
        role="table"
        className={shared['scroller']}
        count={total}
        rowHeight={ROW_HEIGHT}
        headHeight={HEAD_HEIGHT}
        onRows={onRows}
        head={<ColumnNames columns={columns} />}
        renderRow={(index, start) => (
          <TableRow
            key={index}
            index={index}
            start={start}
            row={pages.row(index)}
            onOpen={setOpened}
          />
        )}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={`Row ${(opened?.index ?? 0) + 1}`}
        size="lg"
      >
        {opened !== undefined && <RowText row={latest(opened)} table={table} />}
      </Modal>
    </>
  );
}

function ColumnNames({ columns }: { readonly columns: readonly string[] }) {
  return (
    <div role="rowgroup">
      <div role="row" className={classes['row']} data-head>
        <span role="columnheader">Row</span>
        <span role="columnheader">State</span>
        <span role="columnheader">{columns.join(', ')}</span>
        <span role="columnheader">Answer</span>
        <span role="columnheader">Figures</span>
      </div>
    </div>
  );
}

function TableRow(props: {
  readonly index: number;
  readonly start: number;
  /** `undefined` until loaded. */
  readonly row: PromptRow | undefined;
  readonly onOpen: (row: PromptRow) => void;
}) {
  const { index, start, row, onOpen } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span role="cell">{row !== undefined && formatNumber(row.index + 1)}</span>
      <span role="cell">{row === undefined ? '…' : ROW_STATE_WORDS[row.state]}</span>
      <span role="cell">{row?.cells.join(', ')}</span>
      <span role="cell">
        {row !== undefined && (
          <UnstyledButton aria-label={`Show row ${row.index + 1}`} onClick={() => onOpen(row)}>
            {row.outputs.join(' ⁄ ').trim() || row.error?.message || '–'}
          </UnstyledButton>
        )}
      </span>
      <span role="cell">{row !== undefined && figuresOf(row)}</span>
    </div>
  );
}

function figuresOf(row: PromptRow): string {
  const { usage, milliseconds, finishReasons } = row;
  return [
    finishReasons.includes('length') ? 'cut off' : '',
    usage === undefined ? '' : count(usage.completionTokens, 'token'),
    knownCost(row) ?? '',
    milliseconds === undefined ? '' : formatDuration(milliseconds),
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function RowText(props: { readonly row: PromptRow; readonly table: PromptTable }) {
  const { row, table } = props;
  const { columns, template } = table;
  const figures = figuresOf(row);
  return (
    <Stack gap="sm" className={shared['text'] ?? ''}>
      {columns.map((column, index) => (
        <Part key={`${column} ${columns.indexOf(column) === index ? '' : index}`} name={column}>
          {row.cells[index]}
        </Part>
      ))}
      <Part name="Prompt as it is sent">
        {fillTemplate(template, rowValues(columns, row.cells))}
      </Part>
      {row.outputs.map((output, index) => (
        <Part key={`answer ${index + 1}`} name={`Answer ${index + 1}`}>
          {output}
        </Part>
      ))}
      {row.error !== undefined && <ErrorNotice error={row.error} />}
      <SmallNote>
        {ROW_STATE_WORDS[row.state]}
        {figures !== '' && `, ${figures}`}
      </SmallNote>
    </Stack>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <SmallNote>{name}</SmallNote>
      <Text size="sm" dir="auto">
        {children}
      </Text>
    </div>
  );
}

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
        <SmallStatus>
          {formatNumber(done)} of {count(rows, 'row')} done
          {running > 0 && `, ${running} running`}
          {waiting > 0 && !isRunning && `, ${formatNumber(waiting)} not sent`}
          {failed > 0 && `, ${failed} failed`}
          {unknown > 0 && `, ${unknown} broke off (may have been charged)`}
          {table.cost > 0 && `, ${table.isCostRough ? '≈ ' : ''}${formatCost(table.cost)}`}
          {rest !== undefined && `, ≈ ${formatCost(rest)} for the others`}
        </SmallStatus>
      </Group>
      <SmallNote truncate>
        {model}: {template}
      </SmallNote>
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
          data-tip="A cell that a spreadsheet would take for a formula gets an apostrophe before it."
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
