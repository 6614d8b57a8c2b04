/** A scrolling list of rows of one height, which takes the focus as a whole. */
import { rem } from '@mantine/core';
import {
  useEffect,
  useImperativeHandle,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useTextScale } from '../../core/ui/text-scale.ts';
import classes from './List.module.css';
import { pageOf } from './place-after-key.ts';
import type { RowsHandle } from './use-row-steps.ts';
import { useRows, type RowsOptions } from './use-rows.ts';

/** Height of a heading, CSS pixels at 100 % text. */
const HEADING = 36;

interface RowsProps extends Pick<
  RowsOptions,
  'count' | 'keyOf' | 'overscan' | 'shown' | 'loadMore'
> {
  readonly id?: string;
  readonly label: string;
  readonly role: 'grid' | 'treegrid' | 'table' | 'list';
  readonly className: string | undefined;
  readonly handle?: Ref<RowsHandle>;
  /** CSS pixels at 100 % text; rows use it in `rem`, so that they grow with the text. */
  readonly rowHeight: number;
  /** A line above a row, such as its day. Hidden from screen readers, as the cells say the same. */
  readonly headingOf?: ((index: number) => string | undefined) | undefined;
  /** Names of the columns, counted as a row of its own. */
  readonly head?: ReactNode;
  /** It covers the rows below it; units as {@link rowHeight}. */
  readonly headHeight?: number;
  /** Whether there are more rows than counted here. */
  readonly isOpenEnded?: boolean;
  /** The focused row, and the id of its element. */
  readonly focus?: { readonly index: number; readonly elementId: string } | undefined;
  readonly isMultiSelectable?: boolean;
  /** Ids of commands for the context menu, see `renderer/app/context-menu/entries.ts`. */
  readonly menu?: string;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** On rows only, not on their head. */
  readonly onClick?: (event: MouseEvent) => void;
  readonly onDoubleClick?: (event: MouseEvent) => void;
  /** Called when the first or last row near the screen changes. */
  readonly onRows?: (first: number, last: number) => void;
  /** A row with its key. @param start its distance from the top of the list, CSS pixels */
  readonly renderRow: (index: number, start: number) => ReactNode;
  readonly children?: ReactNode;
}

export function Rows(props: RowsProps) {
  const { role, count, head, headingOf, focus, onRows, renderRow } = props;
  const textScale = useTextScale();
  const rowHeight = props.rowHeight * textScale;
  const headHeight = (props.headHeight ?? 0) * textScale;
  const scroller = useRef<HTMLDivElement>(null);
  const { items, total, scrollTo } = useRows({
    ...props,
    size:
      headingOf === undefined
        ? rowHeight
        : (index) => rowHeight + (headingOf(index) === undefined ? 0 : HEADING * textScale),
    scroller: () => scroller.current,
    more: { scrollPaddingEnd: headHeight },
  });
  useImperativeHandle(props.handle, () => ({
    focus: () => scroller.current?.focus(),
    page: () => pageOf(scroller.current, rowHeight, headHeight),
    scrollTo,
  }));
  const first = items.at(0)?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRows?.(first, last), [onRows, first, last]);
  const isFocusThere = focus !== undefined && items.some(({ index }) => index === focus.index);
  const rowCount = props.isOpenEnded === true ? -1 : count + (head === undefined ? 0 : 1);
  return (
    <div
      ref={scroller}
      id={props.id}
      className={props.className}
      tabIndex={0}
      // to screen readers, a list without entries is no list
      role={role === 'list' && count === 0 ? 'group' : role}
      aria-label={props.label}
      aria-multiselectable={props.isMultiSelectable}
      data-menu={props.menu}
      aria-rowcount={role === 'list' ? undefined : rowCount}
      aria-activedescendant={isFocusThere ? focus.elementId : undefined}
      onKeyDown={props.onKeyDown}
    >
      {head}
      <div
        role={role === 'list' ? 'presentation' : 'rowgroup'}
        style={{ height: total, position: 'relative' }}
        onClick={props.onClick}
        onDoubleClick={props.onDoubleClick}
      >
        {items.flatMap(({ index, start }) => {
          const heading = headingOf?.(index);
          if (heading === undefined) return renderRow(index, start);
          // next to the row, not around it, so that a row that loses its heading stays the same
          // element
          return [
            <div
              key={`heading ${heading}`}
              aria-hidden
              className={classes['heading']}
              style={{ height: rem(HEADING), transform: `translateY(${start}px)` }}
            >
              {heading}
            </div>,
            renderRow(index, start + HEADING * textScale),
          ];
        })}
      </div>
      {props.children}
    </div>
  );
}
