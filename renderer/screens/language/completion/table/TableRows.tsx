/** Virtualises rows and loads only the visible pages. */
import { keepPreviousData } from '@tanstack/react-query';
import { Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { PromptRow, PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import { fillTemplate, rowValues } from '../../../../../shared/language/template.ts';
import { queries } from '../../../../core/backend/client.ts';
import { ErrorNotice } from '../../../../core/ui/ErrorNotice.tsx';
import { count, formatDuration, formatNumber } from '../../../../core/ui/format.ts';
import { Rows } from '../../../../features/rows/Rows.tsx';
import { usePages } from '../../../../features/rows/use-pages.ts';
import { formatCost } from '../../answers/answer-words.ts';
import shared from '../../../../core/ui/shared.module.css';
import classes from '../Completion.module.css';

/** Rows per page. */
const PAGE = 100;

/** CSS pixels at 100 % text size. */
const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 32;

export const ROW_STATE_WORDS: Readonly<Record<PromptRow['state'], string>> = {
  waiting: 'Not sent',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Broke off',
};

/** @param props.shown filters by state; missing: all rows */
export function TableRows(props: {
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

function figuresOf({ usage, cost, milliseconds, finishReasons }: PromptRow): string {
  return [
    finishReasons.includes('length') ? 'cut off' : '',
    usage === undefined ? '' : count(usage.completionTokens, 'token'),
    cost === undefined ? '' : formatCost(cost),
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
      <Text size="xs" c="dimmed">
        {ROW_STATE_WORDS[row.state]}
        {figures !== '' && `, ${figures}`}
      </Text>
    </Stack>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="sm" dir="auto">
        {children}
      </Text>
    </div>
  );
}
