/** One entry per slot, newest first. Tab reaches one entry, arrow keys the others. */
import { ActionIcon, Box, Group, Menu } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconHighlight,
  IconLock,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { variantSlots } from '../../../../shared/results/variant-slots.ts';
import { fileThumbnailUrl } from '../../../../shared/media.ts';
import { Section } from '../../../core/ui/Form.tsx';
import { useTextScale } from '../../../core/ui/text-scale.ts';
import { useInspectorScroller } from '../../../core/frame/Inspector.tsx';
import { pageOf, placeAfterKey } from '../../../features/rows/place-after-key.ts';
import { useRows } from '../../../features/rows/use-rows.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';
import { ThisEdit } from './ThisEdit.tsx';
import { ENTRY_LOOK, ResultEntry } from './ResultEntry.tsx';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Studio.module.css';
import { BarButton } from '../options/BarButton.tsx';
import { shownEdit } from '../model/results-state.ts';
import { changedByAll } from '../model/variants.ts';
import { RESULTS } from '../commands/studio-commands.ts';

/** CSS pixels of an entry without form or note. */
const ENTRY = { height: 56, gap: 4 } as const;

export default function Edits() {
  return (
    <>
      <Section title="Edits" actions={<EditsHead />}>
        <div>
          <Entries />
          <Original />
        </div>
      </Section>
      <ThisEdit />
    </>
  );
}

/**
 * @returns CSS pixels; updated when anything above the list grows, within its two parent elements
 */
function useDistanceFromTop(list: HTMLElement | null, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    if (list === null || scroller === null) return undefined;
    const measure = (): void => {
      const { top } = list.getBoundingClientRect();
      setDistance(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    // what grows above the list also makes its parent grow
    for (const child of list.parentElement?.parentElement?.children ?? []) observer.observe(child);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [list, scroller]);
  return distance;
}

function EditsHead() {
  const session = useStudioSession();
  const store = useStudioStore();
  const hidden = useStudio((state) => changedByAll(state.patches, true).length);
  const shown = useStudio(
    (state) => state.patches.filter((patch) => patch.state === 'applied').length,
  );
  const isCleanedShown = useStudio((state) => state.results.isCleanedShown);
  return (
    <Group gap={0} wrap="nowrap" role="group" aria-label="All results">
      <BarButton
        label="Previous result"
        keys={RESULTS.previousResult}
        icon={<IconChevronLeft size={16} />}
        isDisabled={shown === 0}
      />
      <BarButton
        label="Next result"
        keys={RESULTS.nextResult}
        icon={<IconChevronRight size={16} />}
        isDisabled={shown === 0}
      />
      <BarButton
        label="Show cleaned areas"
        keys={RESULTS['cleaned.show']}
        icon={<IconHighlight size={16} />}
        isPressed={isCleanedShown}
        onClick={() => store.setSlice('results', { isCleanedShown: !isCleanedShown })}
      />
      <Menu position="bottom-end" width={230} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon aria-label="More actions for all results">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={hidden === 0}
            onClick={() => void session?.results.setAllShown(true)}
          >
            Show all results
          </Menu.Item>
          <Menu.Item
            disabled={shown === 0}
            onClick={() => void session?.results.setAllShown(false)}
          >
            Hide all results
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => session?.review.keepState()}>
            Save this state for comparison
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Original() {
  const photo = useStudio((state) => state.photo);
  if (photo === undefined) return null;
  return (
    <Box {...ENTRY_LOOK} className={shared['card'] ?? ''}>
      <div className={classes['row']}>
        <Box component="span" h="var(--gesso-space-2xl)" className={shared['thumb'] ?? ''}>
          <img src={fileThumbnailUrl(photo.url)} alt="" />
        </Box>
        <div className={shared['words']}>
          <span>Original photo</span>
          <span>Never changed</span>
        </div>
        <IconLock size={16} />
      </div>
    </Box>
  );
}

/** Virtualised, except for the entry in the tab order. */
function Entries() {
  const patches = useStudio((state) => state.patches);
  const selectedId = useStudio((state) => shownEdit(state)?.id);
  const newest = useMemo(() => variantSlots(patches).toReversed(), [patches]);
  const scroller = useInspectorScroller();
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const above = useDistanceFromTop(list, scroller);
  const entryHeight = ENTRY.height * useTextScale();
  const [walkedId, setWalkedId] = useState<string>();
  const walkedAt = useRef(0);
  const indexOf = (id: string | undefined) =>
    newest.findIndex(({ variants }) => variants.some((each) => each.id === id));
  const tabbedIndex = [indexOf(walkedId), indexOf(selectedId), 0].find((index) => index >= 0) ?? 0;
  const selectedIndex = indexOf(selectedId);

  const {
    items,
    total,
    virtualizer: rows,
  } = useRows({
    count: newest.length,
    scroller: () => scroller,
    size: entryHeight,
    // stable while variants are added or stepped through
    keyOf: (index) => newest[index]?.variants[0].id ?? index,
    gap: ENTRY.gap,
    above,
    kept: tabbedIndex,
    shown: selectedIndex,
  });

  useEffect(() => {
    const at = newest.findIndex(({ variants }) => variants.some(({ id }) => id === walkedId));
    if (at >= 0) walkedAt.current = at;
    // the focused entry was deleted
    else if (list !== null && walkedId !== undefined && document.activeElement === document.body) {
      focusEntry(list, newest[Math.min(walkedAt.current, newest.length - 1)]?.variants[0].id);
    }
  }, [newest, walkedId, list]);

  function walk(event: KeyboardEvent<HTMLElement>): void {
    const page = pageOf(scroller, entryHeight + ENTRY.gap);
    const next = placeAfterKey(event.key, tabbedIndex, newest.length, page);
    if (next === undefined || !isInEntry(event.target)) return;
    event.preventDefault();
    const id = newest[next]?.variants[0].id;
    if (id === undefined) return;
    setWalkedId(id);
    rows.scrollToIndex(next, { align: 'auto' });
    const element = event.currentTarget;
    // at once for the next key; an entry far away is mounted a frame later
    if (!focusEntry(element, id)) requestAnimationFrame(() => focusEntry(element, id));
  }

  return (
    <Box component="ul" ref={setList} pos="relative" style={{ height: total }} onKeyDown={walk}>
      {items.map(({ index, start }) => {
        const slot = newest[index];
        if (slot === undefined) return null;
        return (
          <ResultEntry
            key={slot.variants[0].id}
            measure={rows.measureElement}
            index={index}
            count={newest.length}
            start={start - above}
            slot={slot}
            isSelected={index === selectedIndex}
            isTabbed={index === tabbedIndex}
            onFocus={setWalkedId}
          />
        );
      })}
    </Box>
  );
}

/** Excludes entry menus, which have their own arrow keys. */
function isInEntry(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('[data-result]') !== null;
}

/** @returns false if the entry is not mounted */
function focusEntry(list: HTMLElement, id: string | undefined): boolean {
  const entry = [...list.querySelectorAll<HTMLElement>('[data-result]')].find(
    ({ dataset }) => dataset['result'] === id,
  );
  entry?.querySelector('button')?.focus();
  return entry !== undefined;
}
