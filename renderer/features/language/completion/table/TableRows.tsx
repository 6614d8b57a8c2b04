/** The rows of a table with their answers: only those near the screen are on the page, and only their pages are read. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useQueries } from '@tanstack/react-query';
import { Modal, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { PromptRow, PromptTable } from '../../../../../shared/contract/prompt-tables.ts';
import { queries } from '../../../../backend/client.ts';
import { count, formatDuration } from '../../../../ui/format.ts';
import { formatCost } from '../../chat/model/answer-words.ts';
import classes from './Table.module.css';

/** Rows that are read at once. */
const PAGE = 100;

/** Height of a row, CSS pixels at 100 % text size. */
const ROW_HEIGHT = 44;

const STATES: Readonly<Record<PromptRow['state'], string>> = {
  waiting: 'Not sent',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  unknown: 'Broke off',
};

export function TableRows({ table }: { readonly table: PromptTable }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<PromptRow>();
  const { id, rows: total, columns } = table;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const items = list.getVirtualItems();
  const pages = [...new Set(items.map(({ index }) => Math.floor(index / PAGE)))];
  const read = useQueries({
    queries: pages.map((page) =>
      queries.promptTables.rows.queryOptions({
        input: { tableId: id, offset: page * PAGE, limit: PAGE },
        placeholderData: (before) => before,
      }),
    ),
  });
  const rowAt = (index: number): PromptRow | undefined => {
    const page = read[pages.indexOf(Math.floor(index / PAGE))]?.data;
    return page?.rows.find((row) => row.index === index);
  };
  return (
    <div
      ref={scroller}
      className={classes['rows']}
      role="table"
      aria-label="Rows and answers"
      aria-rowcount={total + 1}
      tabIndex={0}
    >
      <div role="rowgroup">
        <div role="row" className={classes['rowHead']}>
          <span role="columnheader">Row</span>
          <span role="columnheader">State</span>
          <span role="columnheader">{columns.join(' · ')}</span>
          <span role="columnheader">Answer</span>
          <span role="columnheader">Figures</span>
        </div>
      </div>
      <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={classes['row']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span role="cell">{(index + 1).toLocaleString('en')}</span>
              <span role="cell">{row === undefined ? '…' : STATES[row.state]}</span>
              <span role="cell" className={classes['cell']}>
                {row?.cells.join(' · ')}
              </span>
              <span role="cell" className={classes['cell']}>
                {row !== undefined && (
                  <button
                    type="button"
                    className={classes['open']}
                    aria-label={`Show row ${index + 1}`}
                    onClick={() => setOpened(row)}
                  >
                    {row.outputs.join(' ⁄ ').trim() || row.error?.message || '–'}
                  </button>
                )}
              </span>
              <span role="cell" className={classes['cell']}>
                {row !== undefined && figuresOf(row)}
              </span>
            </div>
          );
        })}
      </div>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={`Row ${(opened?.index ?? 0) + 1}`}
        size="lg"
      >
        {opened !== undefined && <RowText row={opened} columns={columns} />}
      </Modal>
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
    .join(' · ');
}

function RowText(props: { readonly row: PromptRow; readonly columns: readonly string[] }) {
  const { row, columns } = props;
  return (
    <div className={classes['rowText']}>
      {columns.map((column, index) => (
        <div key={`${column} ${columns.indexOf(column) === index ? '' : index}`}>
          <Text size="xs" c="dimmed">
            {column}
          </Text>
          <Text size="sm">{row.cells[index]}</Text>
        </div>
      ))}
      {row.outputs.map((output, index) => (
        <div key={`answer ${index + 1}`}>
          <Text size="xs" c="dimmed">
            Answer {index + 1}
          </Text>
          <Text size="sm">{output}</Text>
        </div>
      ))}
      {row.error !== undefined && <Text size="sm">{row.error.message}</Text>}
      {row.state === 'done' && (
        <Text size="xs" c="dimmed">
          {figuresOf(row)}
        </Text>
      )}
    </div>
  );
}
