/** The results of a screen below its stage, newest first, with virtual scrolling. */
import { rem } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { readError } from '../../core/backend/read-error.ts';
import { runCommandById } from '../../core/commands/run-command.ts';
import { useIsNarrow } from '../../core/frame/narrow.ts';
import { Tray, useIsTrayTall } from '../../core/frame/Tray.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useTextScale } from '../../core/ui/text-scale.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { JobPages } from '../jobs/use-job-pages.ts';
import { useRows } from '../rows/use-rows.ts';
import { ListedRunsProvider } from './listed-runs.tsx';
import { CARD } from './run-commands.ts';
import { IsTallContext } from './RunCard.tsx';
import { isRunSelectionShown, RunSelection, SaveAllButton } from './RunSelection.tsx';
import type { RunActions, RunState } from './run-actions.ts';
import shared from '../../core/ui/shared.module.css';
import { SmallNote } from '../../core/ui/variants.ts';

interface Entry {
  readonly id: string;
}

export function RunTray<Of extends Entry>(props: {
  /** Prefix of the screen's commands, such as "upscale". */
  readonly screen: string;
  readonly label: string;
  /** Below the label, in place of the count. */
  readonly head?: ReactNode;
  readonly entries: readonly Of[];
  /** In the order of the entries. */
  readonly order: readonly Job[];
  readonly pages: JobPages;
  readonly runs: RunActions;
  readonly state: Pick<RunState, 'selected' | 'saving'>;
  /** Scrolled into view when it changes. */
  readonly openId: string | undefined;
  /** False where the stage uses the arrow keys, as for the frames of a clip. */
  readonly hasArrowKeys?: boolean;
  /** Shown when empty; without it, an empty tray is hidden. */
  readonly nothing?: string | undefined;
  /** At the right end, in place of "Save all…". */
  readonly end?: ReactNode;
  /** For selected results, and a sentence after their number. */
  readonly selectionActions?: ReactNode;
  readonly note?: string | undefined;
  readonly renderEntry: (entry: Of) => ReactNode;
}) {
  const { label, entries, order, pages, runs, state, nothing } = props;
  const { error } = pages;
  if (entries.length === 0 && error === null && nothing === undefined) return null;
  const isSelecting = isRunSelectionShown(state);
  return (
    <Tray
      label={label}
      head={props.head ?? `${order.length}${pages.hasMore ? '+' : ''}`}
      end={
        isSelecting ? (
          <RunSelection runs={runs} {...state} jobs={pages.jobs} note={props.note}>
            {props.selectionActions}
          </RunSelection>
        ) : (
          (props.end ?? <SaveAllButton runs={runs} pages={pages} />)
        )
      }
    >
      {error !== null && (
        <ErrorNotice error={readError(error)} actions={{ retry: () => pages.reload() }} />
      )}
      {error === null && entries.length === 0 && <SmallNote>{nothing}</SmallNote>}
      {entries.length > 0 && (
        <ListedRunsProvider order={order}>
          <Entries {...props} />
        </ListedRunsProvider>
      )}
    </Tray>
  );
}

/** From the keys of a vertical list to those of a row. */
const KEYS: Readonly<Record<string, string>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  'Shift+ArrowRight': 'extendDown',
  'Shift+ArrowLeft': 'extendUp',
  Home: 'first',
  End: 'last',
};

function Entries<Of extends Entry>(props: {
  readonly screen: string;
  readonly label: string;
  readonly entries: readonly Of[];
  readonly pages: JobPages;
  readonly openId: string | undefined;
  readonly hasArrowKeys?: boolean;
  readonly renderEntry: (entry: Of) => ReactNode;
}) {
  const { screen, label, entries, pages, openId, hasArrowKeys = true, renderEntry } = props;
  const { hasMore, loadMore } = pages;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const textScale = useTextScale();
  const isTall = useIsTrayTall();
  const isNarrow = useIsNarrow();
  const width = isTall ? CARD.tall : isNarrow ? CARD.narrow : CARD.width;
  const { items, total } = useRows({
    count: entries.length,
    scroller: () => scroller,
    size: width * textScale,
    keyOf: (index) => entries[index]?.id ?? index,
    isHorizontal: true,
    gap: CARD.gap * textScale,
    isPatient: true,
    shown: entries.findIndex(({ id }) => id === openId),
    loadMore: hasMore ? loadMore : undefined,
  });
  /** Index of the card with the focus; -1 for none. */
  const focusedAt = useRef(-1);
  // a card that is removed takes the focus with it
  useEffect(() => {
    if (focusedAt.current < 0 || document.activeElement !== document.body) return;
    const at = Math.min(focusedAt.current, entries.length - 1);
    scroller?.querySelector<HTMLElement>(`[data-entry="${at}"] button`)?.focus();
  }, [entries, scroller]);
  const hadFocus = useRef(false);
  // the focus follows the opened result
  useEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    scroller?.querySelector<HTMLElement>('[aria-current] button')?.focus();
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isInMenu = !(event.target instanceof Node && event.currentTarget.contains(event.target));
    if (isInMenu || !hasArrowKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const command = KEYS[event.shiftKey ? `Shift+${event.key}` : event.key];
    if (command === undefined) return;
    event.preventDefault();
    hadFocus.current = true;
    runCommandById(`${screen}.${command}`, false);
  }

  return (
    <div
      ref={setScroller}
      className={shared['across']}
      style={{ paddingBlock: 'calc(var(--gesso-space-xs) - 1px)' }}
      onBlur={() => (focusedAt.current = -1)}
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      <div
        role="feed"
        aria-label={label}
        style={{ position: 'relative', width: total, height: '100%' }}
      >
        {items.map(({ key, index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <div
              key={key}
              data-entry={index}
              onFocus={() => (focusedAt.current = index)}
              style={{
                position: 'absolute',
                inset: '0 auto 0 0',
                transform: `translateX(${start}px)`,
                width: rem(width),
              }}
            >
              <IsTallContext value={isTall}>{renderEntry(entry)}</IsTallContext>
            </div>
          );
        })}
      </div>
    </div>
  );
}
