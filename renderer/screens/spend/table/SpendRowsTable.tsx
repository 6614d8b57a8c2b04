import { Group, Stack, Text, UnstyledButton, Modal, Table } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { compareDecimals, parseDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { SpendRow, SpendSelection } from '../../../../shared/contract/spend.ts';
import type { SpendTable } from '../../../../shared/contract/spend-view.ts';
import { formatExactly, formatWith } from '../../../../shared/spend/exact-money.ts';
import { backend } from '../../../core/backend/client.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { useScreenState, useUpdateScreenState } from '../../../core/backend/settings.ts';
import { sayError } from '../../../core/backend/say-error.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { RowsHandle } from '../../../features/rows/use-row-steps.ts';
import { copiedWords } from '../../../features/runs/run-words.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../../core/ui/search-text.ts';
import { copyText } from '../../../core/ui/copy-text.ts';
import { say } from '../../../core/ui/say.ts';
import type { KeyColours } from '../chart/palette.ts';
import type { OpenedRows } from '../model/selections.ts';
import { columnsOf, isMoney, templateOf, type Column, COLUMNS } from './columns.ts';
import { countSentence } from './count-words.ts';
import { TableHead } from './TableHead.tsx';
import { TableLine } from './TableLine.tsx';
import { SPEND_ROWS } from '../spend-commands.ts';
import { movePlace, rangeOfPlace, type TablePlace } from './table-keys.ts';
import { useRowPages, type RowOrder, rowsQuery } from './use-row-pages.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Spend.module.css';
import { formatNumber } from '../../../core/ui/format.ts';
import { HAIRLINE } from '../../../core/ui/hairline.ts';
import { rowsAsHtml, rowsAsTsv } from './copied-rows.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

const ROW_HEIGHT = 32;

const NOWHERE: TablePlace = { at: -1, anchor: -1 };

export function SpendRowsTable(props: {
  readonly opened: OpenedRows;
  /** Of the categories in the chart, if it shows them. */
  readonly colours: KeyColours | undefined;
  readonly onClose: (() => void) | undefined;
}) {
  const { opened, colours, onClose } = props;
  const table = useScreenState('spendTable');
  const update = useUpdateScreenState();
  const sought = useSearchText();
  const { text: search } = sought;
  const [sort, setSort] = useState({ sortBy: 'startTime', isDescending: true } as Pick<
    RowOrder,
    'sortBy' | 'isDescending'
  >);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const [placed, setPlaced] = useState({ in: '', place: NOWHERE });
  const [detailed, setDetailed] = useState<SpendRow>();
  const rows = useRef<RowsHandle>(null);
  const selection: SpendSelection = { ...opened.selection, ...(search === '' ? {} : { search }) };
  // a place in other rows, or in another order, is another row
  const list = JSON.stringify([selection, sort]);
  const place = placed.in === list ? placed.place : NOWHERE;
  const setPlace = (next: TablePlace): void => setPlaced({ in: list, place: next });
  const order: RowOrder = { ...sort, heading: table.heading ?? undefined, closed };
  const columns = useMemo(() => columnsOf(table.columns), [table.columns]);
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const pages = useRowPages(selection, order, shown);
  const { count, digits, signs } = pages;
  const template = templateOf(columns, signs, table.heading !== null);
  const onRows = useCallback((first: number, last: number) => setShown({ first, last }), []);
  const selected = rangeOfPlace(place);

  function change(changes: Partial<SpendTable>): void {
    update({ spendTable: { ...table, ...changes } });
    setPlace(NOWHERE);
    if (changes.heading !== undefined) setClosed([]);
  }

  function toggle(key: string): void {
    setClosed((before) =>
      before.includes(key) ? before.filter((each) => each !== key) : [...before, key],
    );
  }

  function open(index: number): void {
    const item = pages.item(index);
    if (item?.kind === 'heading') toggle(item.key);
    else setDetailed(item?.row);
  }

  function copy(): void {
    if (selected.last - selected.first >= MOST_COPIED) {
      say(`Up to ${formatNumber(MOST_COPIED)} rows can be copied. Save them as CSV.`);
      return;
    }
    copyRows(selection, order, columns, selected).then(
      (rows) =>
        say(rows === 0 ? 'Headings are not copied. Select rows first.' : copiedWords(rows, 'row')),
      sayError,
    );
  }

  /** @returns true for a key of the table */
  function act(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    const item = pages.item(place.at);
    if (isMod && event.key.toLowerCase() === 'c') {
      if (place.at >= 0) copy();
      return place.at >= 0;
    }
    if (event.key === 'Enter' && place.at >= 0) {
      open(place.at);
      return true;
    }
    const wantsClosed = event.key === 'ArrowLeft';
    if (item?.kind === 'heading' && (wantsClosed || event.key === 'ArrowRight')) {
      if (item.isClosed !== wantsClosed) toggle(item.key);
      return true;
    }
    const page = rows.current?.page() ?? 1;
    const next = movePlace(place, { key: event.key, shiftKey: event.shiftKey, isMod }, count, page);
    if (next === undefined) return false;
    setPlace(next);
    rows.current?.scrollTo(next.at);
    return true;
  }

  useCommands(
    bindCommands(SPEND_ROWS, {
      'copy-rows': {
        obstacle: () => (place.at >= 0 ? undefined : 'Select rows first.'),
        run: copy,
      },
      'select-rows': {
        obstacle: () => (count > 0 ? undefined : 'There are no rows.'),
        run: () => setPlace({ anchor: 0, at: count - 1 }),
      },
    }),
  );

  function save(kind: 'gesso' | 'focus'): void {
    backend.spend.save({ selection, columns: kind }).then(finishSave, sayError);
  }

  const isSame =
    search === '' &&
    pages.total !== undefined &&
    equals(pages.total.amount.exact, opened.amount.exact);
  return (
    <Stack
      component="section"
      gap={0}
      flex="1 1 var(--gesso-list)"
      mih="calc(2 * var(--gesso-label))"
      style={{ borderTop: HAIRLINE }}
      aria-label={`Rows: ${opened.label}`}
    >
      <TableHead
        label={opened.label}
        sought={sought}
        table={table}
        onTable={change}
        onSave={save}
        onClose={onClose}
      />
      {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
      <Rows
        label="Rows"
        role={table.heading === null ? 'grid' : 'treegrid'}
        isMultiSelectable
        menu="spend.copy-rows spend.select-rows"
        className={classes['rows']}
        handle={rows}
        count={count}
        rowHeight={ROW_HEIGHT}
        headHeight={ROW_HEIGHT}
        focus={{ index: place.at, elementId: `spend-row-${place.at}` }}
        onKeyDown={(event) => {
          if (!act(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onRows={onRows}
        onClick={(event) => {
          const index = lineOf(event.target);
          if (index === undefined) return;
          setPlace({ at: index, anchor: event.shiftKey ? Math.max(0, place.anchor) : index });
          rows.current?.focus();
          if (pages.item(index)?.kind === 'heading') open(index);
        }}
        onDoubleClick={(event) => {
          const index = lineOf(event.target);
          if (index !== undefined && pages.item(index)?.kind === 'row') open(index);
        }}
        head={
          <Names
            columns={columns}
            template={template}
            hasRoom={table.heading !== null && isMoney(columns[0]?.id ?? 'startTime')}
            sort={sort}
            onSort={setSort}
          />
        }
        renderRow={(index, start) => (
          <TableLine
            key={index}
            index={index}
            top={start}
            item={pages.item(index)}
            heading={table.heading ?? undefined}
            columns={columns}
            colours={colours}
            template={template}
            digits={digits}
            isAt={index === place.at}
            isSelected={place.at >= 0 && index >= selected.first && index <= selected.last}
          />
        )}
      />
      <Group gap="sm" justify="space-between" wrap="nowrap" px="lg" py="xs">
        <Text size="sm">{count === 0 ? 'No rows.' : countSentence(pages)}</Text>
        {pages.total !== undefined && (
          <Text size="sm" data-tip={formatExactly(pages.total.amount)}>
            {formatWith(pages.total.amount, digits)}
            {isSame && ', matches the chart ✓'}
          </Text>
        )}
      </Group>
      <RowDetails row={detailed} onClose={() => setDetailed(undefined)} />
    </Stack>
  );
}

const HEAD = { display: 'inline-flex', gap: '2xs', py: '2xs', fz: 'xs', fw: 600 } as const;

function Names(props: {
  readonly columns: readonly Column[];
  readonly template: string;
  readonly hasRoom: boolean;
  readonly sort: Pick<RowOrder, 'sortBy' | 'isDescending'>;
  readonly onSort: (sort: Pick<RowOrder, 'sortBy' | 'isDescending'>) => void;
}) {
  const { columns, template, hasRoom, sort, onSort } = props;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      className={`${shared['columns']} ${classes['columns']}`}
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: template }}
    >
      {hasRoom && <span />}
      {columns.map(({ id, title, isNumber, sortBy }) => {
        const isSorted = sortBy !== undefined && sort.sortBy === sortBy;
        return (
          <div
            key={id}
            role="columnheader"
            aria-sort={!isSorted ? 'none' : sort.isDescending ? 'descending' : 'ascending'}
            data-number={isNumber || undefined}
          >
            {sortBy === undefined ? (
              <Group component="span" {...HEAD}>
                {title}
              </Group>
            ) : (
              <Group
                component={UnstyledButton}
                {...HEAD}
                onClick={() =>
                  onSort({ sortBy, isDescending: isSorted ? !sort.isDescending : isNumber })
                }
              >
                {title}
                {isSorted && <Arrow size={16} />}
              </Group>
            )}
          </div>
        );
      })}
    </div>
  );
}

function lineOf(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}

function equals(a: string, b: string): boolean {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  return x !== undefined && y !== undefined && compareDecimals(x, y) === 0;
}

/** More lines are better saved as a file. */
const MOST_COPIED = 5000;

const PAGE = 500;

/**
 * @param lines first and last of the table; headings are left out
 * @returns the number of rows on the clipboard
 */
async function copyRows(
  selection: SpendSelection,
  order: RowOrder,
  columns: readonly Column[],
  lines: { readonly first: number; readonly last: number },
): Promise<number> {
  const rows: SpendRow[] = [];
  for (let offset = lines.first; offset <= lines.last; offset += PAGE) {
    const limit = Math.min(PAGE, lines.last - offset + 1);
    const page = await backend.spend.rows(rowsQuery(selection, order, { offset, limit }));
    rows.push(...page.items.flatMap((item) => (item.kind === 'row' ? item.row : [])));
  }
  if (rows.length === 0) return 0;
  await copyText(rowsAsTsv(rows, columns), rowsAsHtml(rows, columns));
  return rows.length;
}

/** Fields of unknown meaning are shown as sent. */
function RowDetails(props: { readonly row: SpendRow | undefined; readonly onClose: () => void }) {
  const { row, onClose } = props;
  return (
    <Modal opened={row !== undefined} onClose={onClose} title="Details of the row" size="lg">
      {row !== undefined && (
        <>
          <Table variant="vertical" fz="sm">
            <Table.Tbody>
              {COLUMNS.map(({ id, title, plain }) => {
                const text = plain(row);
                return (
                  <Table.Tr key={id}>
                    <Table.Th>{title}</Table.Th>
                    <Table.Td>{text === '' ? '–' : isMoney(id) ? `$${text}` : text}</Table.Td>
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
          <SmallNote mt="sm">
            Quantities and prices are shown as the service sent them; it does not say their units,
            nor its currency, which is taken to be USD.
          </SmallNote>
        </>
      )}
    </Modal>
  );
}
