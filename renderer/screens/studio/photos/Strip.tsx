/** The photos that are open side by side, below the canvas. */
import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import {
  useCallback,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { textScaleNow, useTextScale } from '../../../base/ui/text-scale.ts';
import { useJobs, useRecipeRuns } from '../../../work/jobs/jobs.ts';
import { MenuCommand } from '../../../base/commands/MenuCommand.tsx';
import { nameWithKeys } from '../../../base/commands/shortcut-keys.ts';
import { placeAfterKey } from '../../../work/rows/place-after-key.ts';
import { useRows } from '../../../work/rows/use-rows.ts';
import { useScreen } from '../../../base/screen/screen-context.tsx';
import { count as countOf } from '../../../base/ui/format.ts';
import classes from './Photos.module.css';
import { photoIdsOf, ranged, toggled } from '../model/strip.ts';
import { workOnPhotos } from '../model/strip-jobs.ts';
import { hasPhoto, type StripState } from '../model/strip-store.ts';
import { itemId, StripItem } from './StripItem.tsx';
import { openFiles } from './use-photo-commands.ts';
import {
  type StudioSession,
  useCanvas,
  useStrip,
  useStudio,
  useStudioSession,
  useStudioStores,
} from '../session/index.ts';

/** Of an entry, CSS pixels, its width at normal text; and entries kept ready beside those in sight. */
const ITEM = { width: 84, gap: 4, padding: 6, overscan: 4 } as const;

/** A picture with its frame, and a line of text. */
const HEIGHT = 'calc(60px + 1rem)';

/** @param props.batchItems entries of the menu for the selected photos */
export function Strip({ batchItems }: { readonly batchItems: ReactNode }) {
  const count = useStrip((state) => state.entries.length);
  if (count === 0) return null;
  // of a single photo the picture itself is on the canvas: a low bar is enough
  return (
    <section className={classes['strip']} aria-label="Photos">
      {count > 1 && <Photos />}
      <Actions batchItems={batchItems} isSingle={count === 1} />
    </section>
  );
}

function Photos() {
  const strip = useStudioSession()?.strip;
  const stores = useStudioStores();
  const entries = useStrip((state) => state.entries);
  const activeId = useStrip((state) => state.activeId);
  const chosen = useStrip((state) => state.choice.chosen);
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
  /** Where the keyboard is, as long as the same photo is open. */
  const [moved, setMoved] = useState<{ readonly to: string; readonly from: string | undefined }>();
  const focusId =
    moved?.from === activeId && hasPhoto({ entries }, moved?.to ?? '') ? moved?.to : activeId;

  const focusIndex = entries.findIndex(({ id }) => id === focusId);
  const { items, total } = useRows({
    isHorizontal: true,
    count: entries.length,
    scroller: () => list.current,
    size: ITEM.width * textScale,
    keyOf: (index) => entries[index]?.id ?? index,
    gap: ITEM.gap,
    padding: ITEM.padding,
    overscan: ITEM.overscan,
    // the list names its active entry by id, so that has to be there
    kept: focusIndex,
    // behind another screen the strip has no width to scroll in
    shown: isInFront ? focusIndex : -1,
  });

  const onPress = useCallback(
    (id: string, event: MouseEvent) => {
      const state = stores.strip.getState();
      if (strip === undefined || !hasPhoto(state, id)) return;
      if (event.shiftKey) strip.choose(ranged(state.choice, state.entries, id, state.activeId));
      else if (event.ctrlKey || event.metaKey) strip.choose(toggled(state.choice, id));
      else {
        if (id !== state.activeId) strip.goTo(id);
        strip.choose({ chosen: new Set([id]), anchorId: id });
      }
    },
    [strip, stores],
  );
  const onClose = useCallback((id: string) => strip?.close(id), [strip]);

  function onKeyDown(event: KeyboardEvent): void {
    const moveTo = (to: string) => setMoved({ to, from: activeId });
    if (strip === undefined) return;
    const state = stores.strip.getState();
    if (!press(event, state, focusId, strip, moveTo, list.current)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div
      ref={list}
      className={classes['list']}
      role="listbox"
      aria-label="Open photos"
      aria-orientation="horizontal"
      aria-multiselectable="true"
      aria-activedescendant={focusId === undefined ? undefined : itemId(focusId)}
      tabIndex={0}
      data-menu="studio.selectAll"
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        // a wheel that knows one direction moves the strip in its own
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      <div role="presentation" className={classes['all']} style={{ width: total, height: HEIGHT }}>
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
              onPress={onPress}
              onClose={onClose}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Keys that go along the row, as those of a list that go down it. */
const KEYS_OF_A_ROW: Readonly<Record<string, string>> = {
  ArrowRight: 'ArrowDown',
  ArrowLeft: 'ArrowUp',
  PageDown: 'PageDown',
  PageUp: 'PageUp',
  Home: 'Home',
  End: 'End',
};

/** Photos in sight, one of them kept for the eye. */
function pageOf(list: Element | null): number {
  const width = ITEM.width * textScaleNow() + ITEM.gap;
  return Math.max(1, Math.floor((list?.clientWidth ?? 0) / width) - 1);
}

/** Carries out a key while the list has the focus. @returns false for a key that it does not know */
function press(
  event: KeyboardEvent,
  { entries, choice, activeId }: StripState,
  focusId: string | undefined,
  strip: StudioSession['strip'],
  moveTo: (id: string) => void,
  list: Element | null,
): boolean {
  const isMod = event.ctrlKey || event.metaKey;
  const ids = photoIdsOf(entries);
  const at = ids.indexOf(focusId ?? '');
  const asDown = Object.hasOwn(KEYS_OF_A_ROW, event.key) ? KEYS_OF_A_ROW[event.key] : undefined;
  const place =
    asDown === undefined
      ? undefined
      : placeAfterKey(asDown, at < 0 ? undefined : at, ids.length, pageOf(list));
  const next = place === undefined ? undefined : ids[place];
  if (asDown !== undefined) {
    const isAtEnd = next === focusId && (event.shiftKey || isMod || next === activeId);
    if (next === undefined || isAtEnd) return true;
    if (event.shiftKey) strip.choose(ranged(choice, entries, next, focusId));
    if (event.shiftKey || isMod) moveTo(next);
    else strip.goTo(next);
    return true;
  }
  if (event.key === 'Enter' && focusId !== undefined && !isMod) {
    if (focusId !== activeId) strip.goTo(focusId);
  } else if (event.key === ' ' && focusId !== undefined) strip.choose(toggled(choice, focusId));
  else if (event.key === 'Delete' && focusId !== undefined) strip.close(focusId);
  else if (event.key === 'Escape' && choice.chosen.size > 1) strip.chooseNone();
  else if (event.key.toLowerCase() === 'a' && isMod) strip.chooseAll();
  else return false;
  return true;
}

/** The name of a single photo, or how many there are; opening and closing; actions on the selected ones. */
function Actions(props: { readonly batchItems: ReactNode; readonly isSingle: boolean }) {
  const { batchItems, isSingle } = props;
  const session = useStudioSession();
  const strip = session?.strip;
  const entries = useStrip((state) => state.entries);
  const chosen = useStrip((state) => state.choice.chosen.size);
  const photos = useMemo(() => photoIdsOf(entries).length, [entries]);
  const incoming = entries.length - photos;
  const name = useStrip(openName);
  return (
    <div className={`${classes['actions']} ${isSingle ? classes['actionsSingle'] : ''}`}>
      {/* of several, the name stands below its thumbnail */}
      {isSingle && (
        <Text size="sm" fw={500} className={classes['openName'] ?? ''} title={name}>
          {name}
        </Text>
      )}
      {(!isSingle || incoming > 0) && (
        <Text size="xs" c="dimmed" role="status">
          {chosen > 1 ? `${chosen} of ${photos} selected` : countOf(photos, 'photo')}
          {incoming > 0 && `, opening ${incoming}`}
        </Text>
      )}
      <div className={classes['buttons']}>
        <Menu position="top-end" width={300} shadow="md">
          <Menu.Target>
            <Button size="compact-xs" rightSection={<IconChevronDown size={16} />}>
              Batch
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {batchItems}
            <Menu.Divider />
            <MenuCommand keys="Alt+A" onClick={() => strip?.chooseAll()}>
              Select all photos
            </MenuCommand>
            <MenuCommand keys="Shift+Alt+A" onClick={() => strip?.chooseNone()}>
              Deselect all photos
            </MenuCommand>
            <Menu.Divider />
            <MenuCommand keys="Mod+O" onClick={() => openFiles(session)}>
              Open photos…
            </MenuCommand>
            <MenuCommand keys="Shift+Alt+O" onClick={() => strip?.setRecentShown(true)}>
              Add recent photos…
            </MenuCommand>
            <MenuCommand keys="Alt+W" onClick={() => strip?.close()}>
              Close photo
            </MenuCommand>
            <MenuCommand keys="Shift+Alt+W" onClick={() => strip?.closeAll()}>
              Close all photos
            </MenuCommand>
          </Menu.Dropdown>
        </Menu>
        <BarButton
          title="Open photos…"
          keys="Mod+O"
          icon={<IconPlus size={16} />}
          isNamed={isSingle}
          onClick={() => openFiles(session)}
        />
        <BarButton
          title="Close photo"
          keys="Alt+W"
          icon={<IconX size={16} />}
          isNamed={isSingle}
          onClick={() => strip?.close()}
        />
      </div>
    </div>
  );
}

/** The name of the photo that is open, or on its way to the screen. */
function openName({ entries, activeId }: StripState): string {
  const entry = entries.find(({ id }) => id === activeId) ?? entries[0];
  if (entry === undefined) return '';
  return entry.kind === 'photo' ? entry.photo.name : entry.name;
}

/** @param props.isNamed there is room for its title */
function BarButton(props: {
  readonly title: string;
  readonly keys: string;
  readonly icon: ReactNode;
  readonly isNamed: boolean;
  readonly onClick: () => void;
}) {
  const { title, keys, icon, isNamed, onClick } = props;
  return (
    <Tooltip label={nameWithKeys(title, keys)}>
      {isNamed ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={icon}
          onClick={onClick}
        >
          {title}
        </Button>
      ) : (
        <ActionIcon size={24} aria-label={title} onClick={onClick}>
          {icon}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
