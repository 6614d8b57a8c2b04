/** The photos that are open side by side, below the canvas. */
import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useJobs } from '../../../backend/jobs.ts';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { useBatches } from '../batch/batch-store.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';
import classes from './Photos.module.css';
import { photoBeside, photoIdsOf, ranged, toggled } from './strip.ts';
import { workOnPhotos } from './strip-jobs.ts';
import { choose, hasPhoto, useStrip } from './strip-store.ts';
import { itemId, StripItem } from './StripItem.tsx';
import { chooseAll, chooseNone, openFiles, showRecent } from './use-photo-commands.ts';

/** @param props.batchItems entries of the menu for the chosen photos */
export function Strip({ batchItems }: { readonly batchItems: ReactNode }) {
  const count = useStrip((state) => state.entries.length);
  if (count <= 1) return null;
  return (
    <section className={classes['strip']} aria-label="Photos">
      <Photos />
      <Actions batchItems={batchItems} />
    </section>
  );
}

function Photos() {
  const strip = useStudio((state) => state.session?.strip);
  const entries = useStrip((state) => state.entries);
  const activeId = useStrip((state) => state.activeId);
  const chosen = useStrip((state) => state.choice.chosen);
  const jobs = useJobs((state) => state.jobs);
  const batches = useBatches((state) => state.batches);
  const works = useMemo(() => {
    const paused = batches.filter(({ state }) => state === 'paused').map(({ id }) => id);
    return workOnPhotos(jobs, new Set(paused));
  }, [jobs, batches]);
  const openId = useStudio((state) => state.photo?.id);
  const isPainted = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const list = useRef<HTMLDivElement>(null);
  /** Where the keyboard is, as long as the same photo is open. */
  const [moved, setMoved] = useState<{ readonly to: string; readonly from: string | undefined }>();
  const focusId = moved?.from === activeId && hasPhoto(moved?.to ?? '') ? moved?.to : activeId;

  useEffect(() => {
    if (focusId === undefined) return;
    list.current
      ?.querySelector(`#${CSS.escape(itemId(focusId))}`)
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [focusId]);

  const onPress = useCallback(
    (id: string, event: MouseEvent) => {
      if (!hasPhoto(id)) return;
      const state = useStrip.getState();
      if (event.shiftKey) choose(ranged(state.choice, state.entries, id, state.activeId));
      else if (event.ctrlKey || event.metaKey) choose(toggled(state.choice, id));
      else {
        choose({ chosen: new Set([id]), anchorId: id });
        if (id !== state.activeId) strip?.goTo(id);
      }
    },
    [strip],
  );
  const onClose = useCallback((id: string) => strip?.close(id), [strip]);

  function onKeyDown(event: KeyboardEvent): void {
    const moveTo = (to: string) => setMoved({ to, from: activeId });
    if (strip === undefined || !press(event, focusId, strip, moveTo)) return;
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
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        // a wheel that knows one direction moves the strip in its own
        if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
      }}
    >
      {entries.map((entry) => {
        const work = works.get(entry.id);
        const isOnCanvas = entry.id === openId;
        return (
          <StripItem
            key={entry.id}
            entry={entry}
            isOpen={entry.id === activeId}
            isChosen={chosen.has(entry.id)}
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
  );
}

/** What a key does while the list has the focus. @returns false for a key that it does not know */
function press(
  event: KeyboardEvent,
  focusId: string | undefined,
  strip: {
    goTo(id: string): void;
    step(direction: 1 | -1): void;
    close(id?: string): void;
  },
  moveTo: (id: string) => void,
): boolean {
  const { entries, choice, activeId } = useStrip.getState();
  const isMod = event.ctrlKey || event.metaKey;
  const steps = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (steps === 1 || steps === -1) {
    const next = photoBeside(entries, focusId, steps);
    if (next === undefined) return true;
    if (event.shiftKey) choose(ranged(choice, entries, next, focusId));
    if (event.shiftKey || isMod) moveTo(next);
    else strip.goTo(next);
    return true;
  }
  const ids = photoIdsOf(entries);
  const [first] = ids;
  const last = ids.at(-1);
  if (event.key === 'Home' && first !== undefined) strip.goTo(first);
  else if (event.key === 'End' && last !== undefined) strip.goTo(last);
  else if (event.key === 'Enter' && focusId !== undefined && !isMod) {
    if (focusId !== activeId) strip.goTo(focusId);
  } else if (event.key === ' ' && focusId !== undefined) choose(toggled(choice, focusId));
  else if (event.key === 'Delete' && focusId !== undefined) strip.close(focusId);
  else if (event.key === 'Escape' && choice.chosen.size > 0) chooseNone();
  else if (event.key.toLowerCase() === 'a' && isMod) chooseAll();
  else return false;
  return true;
}

/** What is done with the chosen photos, and with the strip. */
function Actions({ batchItems }: { readonly batchItems: ReactNode }) {
  const strip = useStudio((state) => state.session?.strip);
  const entries = useStrip((state) => state.entries);
  const chosen = useStrip((state) => state.choice.chosen.size);
  const photos = useMemo(() => photoIdsOf(entries).length, [entries]);
  const incoming = entries.length - photos;
  return (
    <div className={classes['actions']}>
      <Text size="xs" c="dimmed" role="status">
        {chosen > 0
          ? `${chosen} of ${photos} chosen`
          : `${photos} ${photos === 1 ? 'photo' : 'photos'}`}
        {incoming > 0 && `, ${incoming} being taken in`}
      </Text>
      <div className={classes['buttons']}>
        <Menu position="top-end" width={300} shadow="md">
          <Menu.Target>
            <Button
              variant="default"
              size="compact-xs"
              rightSection={<IconChevronDown size={12} />}
            >
              Batch
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {batchItems}
            <Menu.Divider />
            <Entry title="Choose all" keys="Alt+A" onClick={chooseAll} />
            <Entry title="Choose none" keys="Shift+Alt+A" onClick={chooseNone} />
            <Menu.Divider />
            <Entry title="Open photos…" keys="Mod+O" onClick={openFiles} />
            <Entry title="Add recent photos…" keys="Shift+Alt+O" onClick={showRecent} />
            <Entry title="Close the photo" keys="Alt+W" onClick={() => strip?.close()} />
            <Entry title="Close all photos" keys="Shift+Alt+W" onClick={() => strip?.closeAll()} />
          </Menu.Dropdown>
        </Menu>
        <Tooltip label="Open more photos">
          <ActionIcon size={22} aria-label="Open more photos" onClick={openFiles}>
            <IconPlus size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

function Entry(props: {
  readonly title: string;
  readonly keys: string;
  readonly onClick: () => void;
}) {
  return (
    <Menu.Item
      onClick={props.onClick}
      rightSection={
        <Text size="xs" c="dimmed">
          {describeShortcut(props.keys, isApple(navigator.platform)).join(' ')}
        </Text>
      }
    >
      {props.title}
    </Menu.Item>
  );
}
