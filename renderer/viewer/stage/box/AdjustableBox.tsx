import { Box, VisuallyHidden } from '@mantine/core';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import {
  BOX_HANDLES,
  type BoxHandle,
  type BoxLimits,
  type BoxStop,
  type EditedBox,
} from '../../../../shared/geometry/box-edit.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';
import { arrowStep, editBox, listenToBox, type BoxPart } from './box-gesture.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './AdjustableBox.module.css';
import { NO_TURN, wayToStage, type Turn } from '../geometry/turn.ts';
import { photoToScreen, type View } from '../geometry/view.ts';

const HANDLE_NAMES: Readonly<Record<BoxHandle, string>> = {
  nw: 'Top left corner',
  n: 'Top edge',
  ne: 'Top right corner',
  e: 'Right edge',
  se: 'Bottom right corner',
  s: 'Bottom edge',
  sw: 'Bottom left corner',
  w: 'Left edge',
};

/** Space that a label needs, CSS pixels. */
const LABEL = { width: 200, height: 24 } as const;

interface BoxStage {
  subscribe(onChange: () => void): () => void;
  getSnapshot(): { readonly view: View; readonly stage: Size; readonly turn?: Turn };
  isHandWanted(): boolean;
}

export interface AdjustableBoxProps {
  readonly stage: BoxStage;
  /** Used by {@link focusBox}. */
  readonly id: string;
  readonly name: string;
  readonly note?: string | undefined;
  readonly rect: Rect;
  readonly view: View;
  /** True: a press inside moves the box. False: it goes to the stage. */
  readonly isGrabbedInside: boolean;
  readonly isIdle?: boolean;
  /** Called when a change begins; may be slow. A `ratio` fixes the shape. */
  readonly limits: () => BoxLimits;
  /** Returns a warning for a size that is allowed but useless; also called while dragging. */
  readonly warn?: ((rect: Rect) => string | undefined) | undefined;
  readonly stops: Readonly<Record<BoxStop, string>>;
  /** @param series equal for repeated presses of one key */
  readonly onChange: (rect: Rect, series?: string) => void;
  /** Missing if the box cannot be deleted. @returns the obstacle, if any */
  readonly onDelete?: (() => string | undefined) | undefined;
  /** Merges the box with one it overlaps. Missing if there is none. */
  readonly onMerge?: (() => void) | undefined;
  /** Shown for the merge key if no box can be merged. Missing if boxes never merge. */
  readonly mergeObstacle?: string | undefined;
  /** Size of the picture, whose rest is darkened. */
  readonly shaded?: Size | undefined;
  readonly children?: ReactNode;
}

export function AdjustableBox(props: AdjustableBoxProps) {
  const { stage, id, name, note, rect, view, isGrabbedInside, isIdle, onMerge, children } = props;
  const { mergeObstacle, shaded } = props;
  const isMergeKnown = onMerge !== undefined || mergeObstacle !== undefined;
  const element = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  const label = useRef<HTMLSpanElement>(null);
  const status = useRef<HTMLSpanElement>(null);
  const [isFocused, setFocused] = useState(false);
  const stageSize = useSyncExternalStore(stage.subscribe, () => stage.getSnapshot().stage);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  /** Moves the box without a React render. */
  const show = useCallback(
    ({ rect: shown, stop }: EditedBox): void => {
      if (element.current !== null) {
        Object.assign(element.current.style, placeOf(shown, stage.getSnapshot().view));
      }
      const { shaded: whole } = latest.current;
      if (shade.current !== null && whole !== undefined) {
        shade.current.style.clipPath = restOf(shown, whole, stage.getSnapshot().view.scale);
      }
      if (label.current !== null) label.current.textContent = sizeText(shown, wordOf(shown, stop));
    },
    [stage],
  );

  function wordOf(shown: Rect, stop: BoxStop | undefined): string | undefined {
    return stop === undefined ? latest.current.warn?.(shown) : latest.current.stops[stop];
  }

  function say(sentence: string): void {
    if (status.current !== null) status.current.textContent = sentence;
  }

  const commit = useCallback(
    (edited: EditedBox, series?: string): void => {
      const { rect: before, name: called, onChange } = latest.current;
      const isSame = JSON.stringify(before) === JSON.stringify(edited.rect);
      show({ rect: edited.rect, stop: undefined });
      say(`${called}: ${sizeText(edited.rect, wordOf(edited.rect, edited.stop))}`);
      if (!isSame) onChange(edited.rect, series);
    },
    [show],
  );

  useEffect(() => {
    const box = element.current;
    if (box === null) return undefined;
    return listenToBox(box, {
      partOf: (pressed) => partOf(pressed, latest.current.isGrabbedInside),
      rect: () => latest.current.rect,
      limits: () => latest.current.limits(),
      scale: () => stage.getSnapshot().view.scale,
      toStage: (way) => wayToStage(stage.getSnapshot().turn ?? NO_TURN, way),
      isHandWanted: () => stage.isHandWanted(),
      show(edited) {
        box.dataset['dragged'] = 'true';
        show(edited);
      },
      commit(edited) {
        delete box.dataset['dragged'];
        commit(edited);
      },
      cancel() {
        delete box.dataset['dragged'];
        show({ rect: latest.current.rect, stop: undefined });
      },
    });
  }, [stage, show, commit]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const part = event.target instanceof Element ? partOf(event.target, true) : undefined;
    const { view: seen, turn = NO_TURN } = stage.getSnapshot();
    const step = arrowStep(event.key, event.shiftKey, seen.scale);
    const by = step && wayToStage(turn, step);
    if (part !== undefined && part !== 'button' && by !== undefined) {
      commit(editBox(rect, part, by, props.limits()), `${id} ${part}`);
    } else if (['Delete', 'Backspace'].includes(event.key) && props.onDelete !== undefined) {
      const obstacle = props.onDelete();
      if (obstacle === undefined) leave();
      else say(obstacle);
    } else if (event.key.toLowerCase() === 'm' && isMergeKnown) {
      if (onMerge === undefined) say(mergeObstacle ?? '');
      else onMerge();
    } else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  }

  function leave(): void {
    element.current?.closest<HTMLElement>('[role=application]')?.focus({ preventScroll: true });
  }

  return (
    <div
      ref={element}
      id={id}
      className={`${shared['over']} ${classes['box']} ${isFocused ? classes['chosen'] : ''}`}
      style={{
        ...placeOf(rect, view),
        ...(isGrabbedInside && { pointerEvents: 'auto', cursor: 'move' }),
        ...(isIdle === true && { opacity: 0.6 }),
      }}
      role="group"
      tabIndex={0}
      aria-roledescription="box"
      aria-label={`${name}: ${sizeText(rect)}${note === undefined ? '' : `, ${note}`}. Arrow keys move it.`}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) {
          setFocused(false);
        }
      }}
    >
      {children}
      {shaded !== undefined && (
        <div
          ref={shade}
          className={`${shared['cover']} ${shared['over']}`}
          style={{
            boxShadow: '0 0 0 100vmax var(--gesso-on-picture-line)',
            clipPath: restOf(rect, shaded, view.scale),
          }}
        />
      )}
      <span
        className={`${shared['upright']} ${classes['label']}`}
        style={labelPlace(rect, view, stageSize)}
        data-part="box"
      >
        <b>{name}</b>
        <span ref={label}>{sizeText(rect, props.warn?.(rect))}</span>
        {note !== undefined && (
          <Box component="span" px="2xs" bg="var(--gesso-selected)" bdrs="sm">
            {note}
          </Box>
        )}
        {isFocused && onMerge !== undefined && (
          <Box
            component="button"
            type="button"
            px="2xs"
            c="var(--gesso-ground-black)"
            bg="var(--gesso-on-picture)"
            bdrs="sm"
            data-part="button"
            aria-keyshortcuts="M"
            onClick={onMerge}
          >
            Merge
          </Box>
        )}
      </span>
      {isFocused &&
        BOX_HANDLES.map((handle) => (
          <button
            key={handle}
            type="button"
            className={classes['handle']}
            style={{ left: along(handle, 'w', 'e'), top: along(handle, 'n', 's') }}
            data-part={handle}
            aria-label={`${HANDLE_NAMES[handle]} of ${name}`}
          />
        ))}
      <VisuallyHidden component="span" ref={status} role="status" />
    </div>
  );
}

export function focusBox(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true });
}

function partOf(pressed: Element, isGrabbedInside: boolean): BoxPart | 'button' | undefined {
  const part = pressed.closest<HTMLElement>('[data-part]')?.dataset['part'];
  if (part === 'button') return 'button';
  if (part === 'box' || (part === undefined && isGrabbedInside)) return 'box';
  return BOX_HANDLES.find((handle) => handle === part);
}

function placeOf(rect: Rect, view: View) {
  const from = photoToScreen(view, rect);
  return {
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${rect.width * view.scale}px`,
    height: `${rect.height * view.scale}px`,
  };
}

function along(handle: BoxHandle, first: string, last: string): string {
  if (handle.includes(first)) return '0%';
  return handle.includes(last) ? '100%' : '50%';
}

/** Returns a clip path of the picture for what lies within the border of the box, 1 px wide. */
function restOf({ x, y, width, height }: Rect, whole: Size, scale: number): string {
  const beyond = [y, whole.width - x - width, whole.height - y - height, x];
  return `inset(${beyond.map((distance) => `${-distance * scale - 1}px`).join(' ')})`;
}

/** Returns the style that puts a label above its box, or where it stays on the stage. */
export function labelPlace(rect: Rect, view: View, stage: Size) {
  const { x, y } = photoToScreen(view, rect);
  const [width, height] = [rect.width * view.scale, rect.height * view.scale];
  const inside = Math.min(Math.max(0, -y), Math.max(0, height - LABEL.height));
  const down = y < LABEL.height ? { top: inside, bottom: 'auto' } : {};
  if (x + LABEL.width > stage.width) {
    return { ...down, left: 'auto', right: Math.max(-1, x + width - stage.width) };
  }
  return { ...down, left: Math.max(-1, Math.min(-x, width - LABEL.width)) };
}

function sizeText({ width, height }: Rect, stop?: string): string {
  return `${width} × ${height} px${stop === undefined ? '' : `, ${stop}`}`;
}
