import { Box, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import type { SpendHeading, SpendItem } from '../../../../shared/contract/spend.ts';
import { formatExactly } from '../../../../shared/spend/exact-money.ts';
import { isUneven } from '../../../../shared/spend/uneven.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { useConnections } from '../../../core/backend/connections.ts';
import { bucketName } from '../model/chart-words.ts';
import { Swatch } from '../chart/Pattern.tsx';
import { styleOf, type KeyColours } from '../chart/palette.ts';
import { columnAmount, isMoney, type Column } from './columns.ts';
import classes from '../Spend.module.css';

const DAY = 86_400;

export const TableLine = memo(function TableLine(props: {
  readonly index: number;
  /** CSS pixels. */
  readonly top: number;
  /** `undefined` until it is loaded. */
  readonly item: SpendItem | undefined;
  readonly heading: SpendHeading | undefined;
  readonly columns: readonly Column[];
  readonly colours: KeyColours | undefined;
  readonly template: string;
  /** Digits of amounts after the point. */
  readonly digits: number;
  readonly isAt: boolean;
  readonly isSelected: boolean;
}) {
  const { index, top, item, heading, columns, colours, template, digits, isAt, isSelected } = props;
  const isHeading = item?.kind === 'heading';
  const hasRoom = heading !== undefined && isMoney(columns[0]?.id ?? 'startTime');
  const level = heading === undefined ? undefined : isHeading ? 1 : 2;
  return (
    <div
      id={`spend-row-${index}`}
      role="row"
      tabIndex={-1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-level={level}
      aria-expanded={isHeading ? !item.isClosed : undefined}
      className={classes['row']}
      data-at={isAt || undefined}
      data-selected={isSelected || undefined}
      data-heading={isHeading || undefined}
      style={{
        gridTemplateColumns: template,
        transform: `translateY(${top}px)`,
      }}
    >
      {isHeading ? (
        <HeadingCells item={item} heading={heading} columns={columns} digits={digits} />
      ) : (
        [
          ...(hasRoom ? [<span key="room" />] : []),
          ...columns.map(({ id, isNumber, text, plain }) => (
            <span
              key={id}
              role="gridcell"
              data-number={isNumber || undefined}
              data-tip={
                item === undefined
                  ? undefined
                  : id === 'amount' && isUneven(item.row)
                    ? `${plain(item.row)}: voucher and cash don’t add up to it`
                    : isMoney(id)
                      ? plain(item.row)
                      : undefined
              }
            >
              {id === 'category' && item !== undefined && colours !== undefined && (
                <Box component="span" mr="xs">
                  <Swatch
                    {...colours}
                    keyStyle={styleOf(colours.names, item.row.category, colours.palette)}
                  />
                </Box>
              )}
              {item === undefined ? '' : text(item.row, digits)}
              {id === 'amount' && item !== undefined && isUneven(item.row) && (
                <>
                  {' '}
                  <span aria-hidden="true">⚠</span>
                  <VisuallyHidden>voucher and cash don’t add up to it</VisuallyHidden>
                </>
              )}
            </span>
          )),
        ]
      )}
    </div>
  );
});

function HeadingCells(props: {
  readonly item: Extract<SpendItem, { kind: 'heading' }>;
  readonly heading: SpendHeading | undefined;
  readonly columns: readonly Column[];
  readonly digits: number;
}) {
  const { item, heading, columns, digits } = props;
  const connections = useConnections();
  const name = nameOf(item, heading, connections ?? []);
  const { total } = item;
  const money = columns.filter((column) => isMoney(column.id));
  const before = Math.max(1, columns.length - money.length);
  return (
    <>
      <span role="gridcell" style={{ gridColumn: `1 / span ${before}` }}>
        {item.isClosed ? '▸' : '▾'} {name}, {total.rows === 1 ? '1 row' : `${total.rows} rows`}
      </span>
      {money.map(
        ({ id }) =>
          isMoney(id) && (
            <span key={id} role="gridcell" data-number data-tip={formatExactly(total[id])}>
              {columnAmount(id, total[id], total[id].hasDecimals, digits)}
            </span>
          ),
      )}
    </>
  );
}

function nameOf(
  { key, label, detail }: Extract<SpendItem, { kind: 'heading' }>,
  heading: SpendHeading | undefined,
  connections: readonly { readonly id: string; readonly name: string }[],
): string {
  if (heading === 'day') return bucketName({ start: Number(key), end: Number(key) + DAY }, 'day');
  if (heading === 'category') return categoryName(key);
  if (heading === 'connection') return connections.find(({ id }) => id === key)?.name ?? label;
  const name = label === '' ? 'No name' : label;
  return detail === undefined ? name : `${name} (${detail})`;
}
