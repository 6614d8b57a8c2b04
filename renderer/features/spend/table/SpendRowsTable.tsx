/** The rows of the number that was clicked, and their sum, which is that number. */
import { ActionIcon, Button, Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconDownload, IconSearch, IconX } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { compareDecimals, parseDecimal } from '../../../../shared/api/exact-decimal.ts';
import type { SpendSelection } from '../../../../shared/contract/spend.ts';
import { backend } from '../../../backend/client.ts';
import { readError } from '../../../backend/read-error.ts';
import { finishSave } from '../../../saving/finish-save.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { formatAmount, formatExactly } from '../../../../shared/spend/exact-money.ts';
import { say } from '../../../ui/say.ts';
import type { OpenedRows } from '../spend-store.ts';
import { COLUMNS, plainRow } from './columns.ts';
import { useRowPages, type RowOrder } from './use-row-pages.ts';
import classes from './Table.module.css';

const ROW_HEIGHT = 28;
const OVERSCAN = 10;

/** Typing pauses of this length are searched for, ms. */
const SEARCH_DELAY = 250;

const TEMPLATE = COLUMNS.map(({ width }) => width).join(' ');

export function SpendRowsTable(props: {
  readonly opened: OpenedRows;
  readonly onClose: () => void;
}) {
  const { opened, onClose } = props;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY);
  const [order, setOrder] = useState<RowOrder>({ sortBy: 'startTime', isDescending: true });
  const [at, setAt] = useState(-1);
  const scroller = useRef<HTMLDivElement>(null);
  const selection = useMemo(
    (): SpendSelection => ({ ...opened.selection, ...(search === '' ? {} : { search }) }),
    [opened.selection, search],
  );
  const [shown, setShown] = useState({ first: 0, last: 0 });
  const pages = useRowPages(selection, order, shown);
  const count = pages.total?.rows ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to memoise by itself
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    onChange(instance) {
      const items = instance.getVirtualItems();
      const next = { first: items.at(0)?.index ?? 0, last: items.at(-1)?.index ?? 0 };
      setShown((before) =>
        before.first === next.first && before.last === next.last ? before : next,
      );
    },
  });
  const items = list.getVirtualItems();

  function go(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c') {
      const row = pages.row(at);
      if (row === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      navigator.clipboard.writeText(plainRow(row)).then(
        () => say('Copied the row.'),
        () => say('The row could not be copied.'),
      );
      return;
    }
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const next = steps[event.key];
    if (next === undefined || count === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const place = Math.min(count - 1, Math.max(0, next));
    setAt(place);
    list.scrollToIndex(place);
  }

  function save(columns: 'gesso' | 'focus'): void {
    backend.spend.save({ selection, columns }).then(
      (outcome) => finishSave(outcome, say),
      (thrown: unknown) => say(readError(thrown).message),
    );
  }

  const isSame =
    search === '' &&
    pages.total !== undefined &&
    equals(pages.total.amount.exact, opened.amount.exact);
  return (
    <section className={classes['table']} aria-label={`Rows: ${opened.label}`}>
      <div className={classes['head']}>
        <Text fw={600} size="sm">
          {opened.label}
        </Text>
        <TextInput
          aria-label="Search rows"
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className={classes['gap']} />
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={14} />}>
              Save as CSV
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => save('gesso')}>All columns</Menu.Item>
            <Menu.Item onClick={() => save('focus')}>Column names of FOCUS</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <ActionIcon aria-label="Close the rows" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {pages.error !== null && <ErrorNotice error={readError(pages.error)} />}
      <div
        ref={scroller}
        className={classes['rows']}
        role="grid"
        aria-label="Rows"
        aria-rowcount={count + 1}
        aria-activedescendant={
          items.some(({ index }) => index === at) ? `spend-row-${at}` : undefined
        }
        tabIndex={0}
        onKeyDown={go}
      >
        <div
          className={classes['columns']}
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: TEMPLATE }}
        >
          {COLUMNS.map(({ id, title, isNumber }) => {
            const isSorted = order.sortBy === id;
            const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
            return (
              <div
                key={id}
                role="columnheader"
                aria-sort={!isSorted ? 'none' : order.isDescending ? 'descending' : 'ascending'}
                data-number={isNumber || undefined}
              >
                <UnstyledButton
                  className={classes['sort']}
                  onClick={() =>
                    setOrder({
                      sortBy: id,
                      isDescending: isSorted ? !order.isDescending : isNumber,
                    })
                  }
                >
                  {title}
                  {isSorted && <Arrow size={12} />}
                </UnstyledButton>
              </div>
            );
          })}
        </div>
        <div role="rowgroup" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => {
            const row = pages.row(index);
            return (
              <div
                key={index}
                id={`spend-row-${index}`}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={index === at}
                className={classes['row']}
                data-at={index === at || undefined}
                style={{ gridTemplateColumns: TEMPLATE, transform: `translateY(${start}px)` }}
                onClick={() => {
                  setAt(index);
                  scroller.current?.focus();
                }}
              >
                {COLUMNS.map(({ id, isNumber, text, plain }) => (
                  <span
                    key={id}
                    role="gridcell"
                    data-number={isNumber || undefined}
                    title={row === undefined ? undefined : isNumber ? `$${plain(row)}` : plain(row)}
                  >
                    {row === undefined ? '' : text(row)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      <div className={classes['foot']}>
        <Text size="sm">
          {items.length === 0
            ? 'No rows.'
            : `Rows ${(items[0]?.index ?? 0) + 1}–${(items.at(-1)?.index ?? 0) + 1} of ${count}`}
        </Text>
        <span className={classes['gap']} />
        {pages.total !== undefined && (
          <Text size="sm" title={formatExactly(pages.total.amount)}>
            In all {formatAmount(pages.total.amount)}
            {isSame && ' · the same ✓'}
          </Text>
        )}
      </div>
    </section>
  );
}

function equals(a: string, b: string): boolean {
  const [x, y] = [parseDecimal(a), parseDecimal(b)];
  return x !== undefined && y !== undefined && compareDecimals(x, y) === 0;
}
