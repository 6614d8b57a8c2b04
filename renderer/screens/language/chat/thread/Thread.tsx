import { Box, Button, Loader, Stack } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import {
  Fragment,
  memo,
  useEffect,
  useLayoutEffect,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useRef,
} from 'react';
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { flushSync } from 'react-dom';
import type { Message } from '../../../../../shared/contract/conversations.ts';
import { LinkQuestion } from '../../../../markdown/links/index.ts';
import { useRows } from '../../../../features/rows/use-rows.ts';
import { useModels } from '../../models/use-models.ts';
import { followedElsewhere, branchPosition } from '../model/branches.ts';
import { useChat, useChatSession } from '../session/index.ts';
import { focusComposer } from '../focus.ts';
import { selectedText } from './copy.ts';
import { Examples } from './Examples.tsx';
import { FindInConversation } from './FindInConversation.tsx';
import { FollowedNotice, MessageRow } from './MessageRow.tsx';
import { useFollow } from './use-follow.ts';
import shared from '../../../../core/ui/shared.module.css';

/** Extra rows above and below the viewport. */
const OVERSCAN = 4;

const MARKED = {
  outline: 'var(--gesso-outline) solid var(--gesso-accent)',
  outlineOffset: 'var(--gesso-space-2xs)',
} as const;

/** @param props.isFinding the find bar is open */
export const Thread = memo(function Thread(props: {
  readonly isFinding: boolean;
  readonly onFound: () => void;
}) {
  const { isFinding, onFound } = props;
  const session = useChatSession();
  const messages = useChat((state) => state.messages);
  const hasMore = useChat((state) => state.hasMore);
  const isLoadingEarlier = useChat((state) => state.isLoadingEarlier);
  const toEnd = useChat((state) => state.toEnd);
  const target = useChat((state) => state.target);
  const modelName = useModelName();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [content, setContent] = useState<HTMLElement | null>(null);
  const { isFollowing, jump, hold, release } = useFollow(scroller, content);
  const rangeExtractor = useHeldRows(content);
  /** Incremented to scroll to the first message. */
  const [toBeginning, setToBeginning] = useState(0);
  const {
    items,
    total,
    virtualizer: rows,
  } = useRows({
    count: messages.length,
    scroller: () => scroller,
    size: (index) => estimateHeight(messages[index]),
    keyOf: (index) => messages[index]?.id ?? index,
    overscan: OVERSCAN,
    more: {
      anchorTo: 'end',
      // growing text above must not make a reader elsewhere jump to the end
      scrollEndThreshold: isFollowing ? 1 : -Infinity,
      rangeExtractor,
    },
  });

  useLayoutEffect(() => jump(), [toEnd, jump]);
  useEffect(() => {
    // the button that asked for an answer may have gone with its row
    if (document.activeElement === document.body) focusComposer();
  }, [toEnd]);
  // messages loaded above have moved the end
  useLayoutEffect(() => hold(), [messages, hold]);
  useEffect(() => {
    if (target === undefined) return;
    release();
    const index = messages.findIndex(({ id }) => id === target.messageId);
    if (index >= 0) rows.scrollToIndex(index, { align: 'center' });
    // a repeated target must scroll again, but new messages must not
    // oxlint-disable-next-line react/exhaustive-deps
  }, [target, rows, release]);

  useEffect(() => {
    if (toBeginning > 0) rows.scrollToIndex(0, { align: 'start' });
  }, [toBeginning, rows]);

  const isNearTop = (items[0]?.index ?? 1) === 0;
  // earlier messages are not needed at the end unless the window has room
  const wantsEarlier = hasMore && isNearTop && (!isFollowing || items.length === messages.length);
  useEffect(() => {
    if (wantsEarlier) void session.path.loadEarlier().catch(session.fail);
  }, [wantsEarlier, session]);

  function onCopy(event: ClipboardEvent): void {
    const selection = document.getSelection();
    const text = selection === null ? undefined : selectedText(selection, messages);
    if (text === undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
  }

  async function goToBeginning(): Promise<void> {
    release();
    await session.path.loadUntil(undefined);
    setToBeginning((order) => order + 1);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.target === scroller && (event.key === 'Home' || event.key === 'End')) {
      event.preventDefault();
      if (event.key === 'End') jump();
      else void goToBeginning().catch(session.fail);
      return;
    }
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const row =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
    const message = messages[Number(row?.dataset['index'])];
    const place = message === undefined ? undefined : branchPosition(message);
    const by = event.key === 'ArrowUp' ? -1 : 1;
    const next = by < 0 ? place?.previousId : place?.nextId;
    if (next === undefined) return;
    event.preventDefault();
    void session.show(next, by);
  }

  const end = items.at(-1)?.end ?? 0;
  return (
    <Stack gap={0} pos="relative" flex="1 1 0" mih={0}>
      {isFinding && (
        <FindInConversation
          content={content}
          onClose={onFound}
          onShow={(index) => {
            release();
            rows.scrollToIndex(index, { align: 'center' });
          }}
        />
      )}
      <div
        ref={setScroller}
        className={shared['scroller']}
        style={{ overflowAnchor: 'none', scrollbarGutter: 'stable' }}
        role="region"
        aria-label="Messages"
        tabIndex={0}
        onCopy={onCopy}
        onKeyDown={onKeyDown}
      >
        <Box ref={setContent} pt="lg" pb="xs" style={{ userSelect: 'text' }}>
          {isLoadingEarlier && <Loader size="xs" color="gray" display="block" mx="auto" />}
          {items.map((item, order) => {
            const message = messages[item.index];
            const gap = item.start - (items[order - 1]?.end ?? 0);
            if (message === undefined) return null;
            const followed = followedElsewhere(messages, item.index);
            return (
              <Fragment key={item.key}>
                {gap > 0 && <div style={{ height: gap }} />}
                <Box ref={rows.measureElement} data-index={item.index} display="flow-root" px="md">
                  <Box
                    mx="auto"
                    maw={`calc(${message.beside.length > 0 ? 2 : 1} * var(--gesso-reading))`}
                    bdrs="sm"
                    style={
                      target?.isMarked === true && target.messageId === message.id ? MARKED : {}
                    }
                  >
                    <MessageRow message={message} modelName={modelName} />
                    {followed !== undefined && <FollowedNotice followed={followed} />}
                  </Box>
                </Box>
              </Fragment>
            );
          })}
          <div style={{ height: Math.max(0, total - end) }} />
        </Box>
      </div>
      {!isFollowing && (
        <Button
          pos="absolute"
          bottom="var(--gesso-space-xs)"
          left="50%"
          style={{ zIndex: 2, boxShadow: 'var(--gesso-shadow-float)', translate: '-50% 0' }}
          size="compact-sm"
          leftSection={<IconArrowDown size={16} />}
          onClick={jump}
        >
          Jump to latest
        </Button>
      )}
      {messages.length === 0 && <Examples />}
      <LinkQuestion />
    </Stack>
  );
});

/** Estimates an unmeasured row's height, CSS pixels. */
function estimateHeight(message: Message | undefined): number {
  if (message === undefined) return 80;
  const lines = message.text.length / 85 + message.text.split('\n').length * 0.6;
  return Math.round(72 + lines * 23);
}

/** Keeps its identity until a title changes, although the list changes with every answer. */
function useModelName(): (modelId: string) => string {
  const { models } = useModels();
  const [names, setNames] = useState<{
    readonly models: typeof models;
    readonly titles: ReadonlyMap<string, string>;
    readonly nameOf: (modelId: string) => string;
  }>();
  if (names?.models === models) return names.nameOf;
  const titles = new Map(models.map(({ id, title }) => [id, title]));
  const isSame =
    names?.titles.size === titles.size &&
    [...titles].every(([id, title]) => names.titles.get(id) === title);
  const nameOf = isSame
    ? names.nameOf
    : (modelId: string): string => titles.get(modelId) ?? modelId;
  setNames({ models, titles, nameOf });
  return nameOf;
}

/** Maximum of rows kept from the start of a selection. Copying includes all rows anyway. */
const MOST = 100;

interface Held {
  readonly first: number;
  readonly last: number;
}

/** Keeps rows of a selection mounted, in addition to the visible ones. */
function useHeldRows(content: HTMLElement | null): (range: Range) => number[] {
  const [held, setHeld] = useState<Held>();
  const latest = useRef(held);
  useEffect(() => {
    if (content === null) return undefined;
    function onChange(): void {
      const next = selectedRows(content);
      const { current } = latest;
      if (next?.first === current?.first && next?.last === current?.last) return;
      latest.current = next;
      // flushed at once: the next key may scroll the selected rows away
      flushSync(() => setHeld(next));
    }
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, [content]);
  return useCallback(
    (range) => {
      const shown = defaultRangeExtractor(range);
      if (held === undefined) return shown;
      const all = new Set(shown);
      const last = Math.min(held.last, held.first + MOST, range.count - 1);
      for (let index = held.first; index <= last; index++) all.add(index);
      if (held.last < range.count) all.add(held.last);
      return [...all].sort((a, b) => a - b);
    },
    [held],
  );
}

function selectedRows(content: HTMLElement | null): Held | undefined {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || content === null) return undefined;
  if (!content.contains(selection.anchorNode)) return undefined;
  const anchor = rowOf(selection.anchorNode);
  const focus = rowOf(selection.focusNode) ?? anchor;
  if (anchor === undefined || focus === undefined) return undefined;
  return { first: Math.min(anchor, focus), last: Math.max(anchor, focus) };
}

function rowOf(node: Node | null): number | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  const row = element?.closest<HTMLElement>('[data-index]');
  return row?.dataset['index'] === undefined ? undefined : Number(row.dataset['index']);
}
