import { Box, rem } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Tray, useIsTrayTall } from '../../../core/frame/Tray.tsx';
import { useTextScale } from '../../../core/ui/text-scale.ts';
import { useJobs, useRecipeRuns } from '../../../features/jobs/jobs.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { placeAfterKey } from '../../../features/rows/place-after-key.ts';
import { useRows } from '../../../features/rows/use-rows.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';
import { PHOTO } from '../commands/studio-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './Photos.module.css';
import {
  photoIdsOf,
  extendToPhoto,
  togglePhoto,
  hasPhoto,
  type StripState,
} from '../model/strip.ts';
import { workOnPhotos } from '../model/strip-jobs.ts';
import { itemId, StripItem } from './StripItem.tsx';
import { openFiles } from './use-photo-commands.ts';
import {
  type StudioSession,
  useCanvas,
  useStudio,
  useStudioSession,
  useStudioStore,
} from '../session/index.ts';
import { QuietButton } from '../../../core/ui/variants.ts';

/** Of a card, CSS pixels at normal text size; `overscan` in cards. */
const CARD = { wide: 212, narrow: 72, tall: 152, gap: 4, padding: 4, overscan: 4 } as const;

/** Window width in `rem` below which cards show only pictures. */
const NARROW = 70;

export function Strip() {
  const count = useStudio((state) => state.strip.entries.length);
  if (count < 2) return null;
  return (
    <Tray label="Photos" head={<Head />} end={<OpenButton />}>
      <Photos />
    </Tray>
  );
}

function Head() {
  const chosen = useStudio((state) => state.strip.choice.chosen.size);
  const entries = useStudio((state) => state.strip.entries);
  const photos = useMemo(() => photoIdsOf(entries).length, [entries]);
  const incoming = entries.length - photos;
  return (
    <div role="status">
      {chosen > 1 ? `${chosen} of ${photos} selected` : `${photos} open`}
      {incoming > 0 && `, opening ${incoming}`}
    </div>
  );
}

function OpenButton() {
  const { nameWithKeys } = useKeyNames();
  const session = useStudioSession();
  return (
    <QuietButton
      data-tip={nameWithKeys('Open photos', PHOTO.open)}
      leftSection={<IconPlus size={16} />}
      onClick={() => openFiles(session)}
    >
      Open…
    </QuietButton>
  );
}

function Photos() {
  const strip = useStudioSession()?.strip;
  const store = useStudioStore();
  const entries = useStudio((state) => state.strip.entries);
  const activeId = useStudio((state) => state.strip.activeId);
  const chosen = useStudio((state) => state.strip.choice.chosen);
  const jobs = useJobs((state) => state.jobs);
  const runs = useRecipeRuns();
  const works = useMemo(() => {
    const paused = runs.filter(({ state }) => state === 'paused').map(({ id }) => id);
    return workOnPhotos(jobs, new Set(paused));
  }, [jobs, runs]);
  const openId = useStudio((state) => state.photo?.id);
  const isPainted = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const { isInFront } = useScreen();
  const list = useRef<HTMLDivElement>(null);
  const textScale = useTextScale();
  const isNarrow = useMediaQuery(`(max-width: ${NARROW}rem)`) ?? false;
  const isTall = useIsTrayTall();
  const width = isTall ? CARD.tall : isNarrow ? CARD.narrow : CARD.wide;
  /** Reset when another photo opens. */
  const [moved, setMoved] = useState<{ readonly to: string; readonly from: string | undefined }>();
  const focusId =
    moved?.from === activeId && hasPhoto({ entries }, moved?.to ?? '') ? moved?.to : activeId;

  const focusIndex = entries.findIndex(({ id }) => id === focusId);
  const { items, total } = useRows({
    isHorizontal: true,
    count: entries.length,
    scroller: () => list.current,
    size: width * textScale,
    keyOf: (index) => entries[index]?.id ?? index,
    gap: CARD.gap,
    padding: CARD.padding,
    overscan: CARD.overscan,
    // the list refers to its active entry by id, so it must be mounted
    kept: focusIndex,
    // the strip has no width behind another screen
    shown: isInFront ? focusIndex : -1,
  });

  const onPress = useCallback(
    (id: string, event: MouseEvent) => {
      const state = store.getState().strip;
      if (strip === undefined || !hasPhoto(state, id)) return;
      if (event.shiftKey)
        strip.choose(extendToPhoto(state.choice, state.entries, id, state.activeId));
      else if (event.ctrlKey || event.metaKey) strip.choose(togglePhoto(state.choice, id));
      else {
        if (id !== state.activeId) strip.goTo(id);
        strip.choose({ chosen: new Set([id]), anchorId: id });
      }
    },
    [strip, store],
  );
  const onClose = useCallback((id: string) => strip?.close(id), [strip]);

  function onKeyDown(event: KeyboardEvent): void {
    const moveTo = (to: string) => setMoved({ to, from: activeId });
    if (strip === undefined) return;
    const state = store.getState().strip;
    const page = pageOf(list.current, width * textScale);
    if (!press(event, state, focusId, strip, moveTo, page)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={list}
      className={`${shared['across']} ${classes['list']}`}
      role="listbox"
      aria-label="Open photos"
      aria-orientation="horizontal"
      aria-multiselectable="true"
      aria-activedescendant={focusId === undefined ? undefined : itemId(focusId)}
      tabIndex={0}
      data-menu="studio.selectAll"
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        // a vertical wheel scrolls the strip sideways
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      <Box role="presentation" pos="relative" h="100%" style={{ width: total }}>
        {items.map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          const work = works.get(entry.id);
          const isOnCanvas = entry.id === openId;
          return (
            <StripItem
              key={entry.id}
              entry={entry}
              start={start}
              position={index + 1}
              count={entries.length}
              isOpen={entry.id === activeId}
              isChosen={chosen.has(entry.id)}
              isOneOfMany={chosen.size > 1}
              isFocused={entry.id === focusId}
              hasMask={isOnCanvas ? isPainted : entry.kind === 'photo' && entry.photo.hasMask}
              running={work?.running ?? 0}
              failure={work?.failure}
              width={rem(width)}
              isTall={isTall}
              isNarrow={isNarrow && !isTall}
              onPress={onPress}
              onClose={onClose}
            />
          );
        })}
      </Box>
    </div>
  );
}

/** Maps arrow keys of a row to those of a list. */
const KEYS_OF_A_ROW: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
  PageDown: 'PageDown',
  PageUp: 'PageUp',
  Home: 'Home',
  End: 'End',
};

/** Returns the photos per page, less one that stays visible for orientation. */
function pageOf(list: Element | null, width: number): number {
  return Math.max(1, Math.floor((list?.clientWidth ?? 0) / (width + CARD.gap)) - 1);
}

/** @returns false for unhandled keys */
function press(
  event: KeyboardEvent,
  { entries, choice, activeId }: StripState,
  focusId: string | undefined,
  strip: StudioSession['strip'],
  moveTo: (id: string) => void,
  page: number,
): boolean {
  const isMod = event.ctrlKey || event.metaKey;
  const ids = photoIdsOf(entries);
  const at = ids.indexOf(focusId ?? '');
  const asDown = Object.hasOwn(KEYS_OF_A_ROW, event.key) ? KEYS_OF_A_ROW[event.key] : undefined;
  const place =
    asDown === undefined
      ? undefined
      : placeAfterKey(asDown, at < 0 ? undefined : at, ids.length, page);
  const next = place === undefined ? undefined : ids[place];
  if (asDown !== undefined) {
    const isAtEnd = next === focusId && (event.shiftKey || isMod || next === activeId);
    if (next === undefined || isAtEnd) return true;
    if (event.shiftKey) strip.choose(extendToPhoto(choice, entries, next, focusId));
    if (event.shiftKey || isMod) moveTo(next);
    else strip.goTo(next);
    return true;
  }
  if (event.key === 'Enter' && focusId !== undefined && !isMod) {
    if (focusId !== activeId) strip.goTo(focusId);
  } else if (event.key === ' ' && focusId !== undefined) strip.choose(togglePhoto(choice, focusId));
  else if (event.key === 'Delete' && focusId !== undefined) strip.close(focusId);
  else if (event.key === 'Escape' && choice.chosen.size > 1) strip.chooseNone();
  else if (event.key.toLowerCase() === 'a' && isMod) strip.chooseAll();
  else return false;
  return true;
}
