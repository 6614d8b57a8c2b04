/**
 * The panel at the right of every screen: a head, settings of the next run, details of the picture
 * on the stage, and a foot that is always visible. Its width is the same on all screens. In a
 * narrow window it folds into a tab, which opens it over the work, and the foot moves below the
 * work (`Frame.module.css` says below which width).
 */
import { Group, Stack, UnstyledButton } from '@mantine/core';
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { PANEL_WIDTH } from '../../../shared/contract/setting-limits.ts';
import { clamp } from '../../../shared/numbers.ts';
import { useScreenState, useUpdateScreenState } from '../backend/settings.ts';
import { useClosers } from '../screen/closers.ts';
import { isClosingEscape } from '../screen/overlays.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';

/** By an arrow key, and with Shift, CSS pixels. */
const KEY_STEP = { small: 10, large: 50 } as const;

/** CSS pixels of one `rem` at 100 % text. */
const REM = 16;

/** CSS variables with lengths. */
interface PanelWidths extends CSSProperties {
  readonly '--panel-width': string;
  readonly '--panel-most': string;
}

/** Whether the panel is open over the work, and how to change that. */
type Fold = readonly [isOpen: boolean, setOpen: (isOpen: boolean) => void];

const FoldContext = createContext<Fold | undefined>(undefined);

/** Holds several panels, one at a time, which are open or folded together. */
export function InspectorPlace({ children }: { readonly children: ReactNode }) {
  const fold = useState(false);
  return <FoldContext value={fold}>{children}</FoldContext>;
}

const ScrollerContext = createContext<HTMLElement | null>(null);

/** The panel's scrolling element, for long lists in it. `null` until mounted. */
export function useInspectorScroller(): HTMLElement | null {
  return use(ScrollerContext);
}

export function Inspector(props: {
  readonly label: string;
  /** A bar as high as the toolbar: a title, or a choice. */
  readonly head?: ReactNode;
  /** A `Foot`, or buttons. */
  readonly footer?: ReactNode;
  /** Maximum width as a CSS length, where the work needs room for a column of its own. */
  readonly most?: string;
  readonly children: ReactNode;
}) {
  const panelWidth = useScreenState('panelWidth');
  const arePanelsShown = useScreenState('arePanelsShown');
  const [dragged, setDragged] = useState<number>();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const tab = useRef<HTMLButtonElement>(null);
  /** Open over the work; used in a narrow window only. */
  const own = useState(false);
  const [isOpen, setOpen] = use(FoldContext) ?? own;
  function fold(): void {
    const hasFocus = panel?.contains(document.activeElement) === true;
    setOpen(false);
    if (hasFocus) tab.current?.focus();
  }
  useEscape(isOpen, fold);
  const isFolding = (): boolean => tab.current?.checkVisibility() === true;
  useClosers([{ layer: 'bar', isOpen: () => isOpen && isFolding(), close: fold }]);
  const width = dragged ?? panelWidth;
  const widths: PanelWidths = {
    '--panel-width': `${width / REM}rem`,
    '--panel-most': props.most ?? '50vw',
  };
  return (
    <Stack
      component="aside"
      ref={setPanel}
      pos="relative"
      gap={0}
      mih={0}
      // stays mounted while hidden: mounting a form again takes longer than a frame
      {...(!arePanelsShown && { display: 'none' })}
      className={classes['panel'] ?? ''}
      data-open={isOpen || undefined}
      // grows with the text, but leaves at least half of the window to the picture
      style={widths}
      aria-label={props.label}
    >
      <UnstyledButton
        ref={tab}
        w="var(--gesso-control-lg)"
        pt="sm"
        pb="sm"
        className={`${shared['choice'] ?? ''} ${classes['tab'] ?? ''}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconLayoutSidebarRightExpand size={16} aria-hidden />
        <span>{props.label}</span>
      </UnstyledButton>
      <Stack
        gap={0}
        flex="1 1 0"
        mih={0}
        bg="var(--gesso-surface)"
        className={classes['sheet'] ?? ''}
      >
        <Edge width={width} onDrag={setDragged} />
        {props.head !== undefined && (
          <Group
            gap="xs"
            wrap="nowrap"
            flex="none"
            mih="var(--gesso-bar)"
            px="md"
            className={classes['head'] ?? ''}
          >
            {props.head}
          </Group>
        )}
        <div ref={setBody} className={classes['body']}>
          <ScrollerContext value={body}>{props.children}</ScrollerContext>
        </div>
      </Stack>
      {props.footer !== undefined && <div className={classes['footer']}>{props.footer}</div>}
    </Stack>
  );
}

/** Dialogs, and the buttons and fields of open menus and lists. */
const USES_ESCAPE = '[role="dialog"][aria-modal="true"], [aria-haspopup][aria-expanded="true"]';

/** Calls back on an Escape that nothing else uses. */
function useEscape(isOn: boolean, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    // a menu is gone when the second listener runs
    let isForOther = false;
    window.addEventListener(
      'keydown',
      () => {
        isForOther = document.querySelector(USES_ESCAPE) !== null;
      },
      { capture: true, signal },
    );
    window.addEventListener(
      'keydown',
      (event) => {
        if (isClosingEscape(event)) return;
        if (event.key === 'Escape' && !event.defaultPrevented && !isForOther) close();
      },
      { signal },
    );
    return () => controller.abort();
  }, [isOn]);
}

/** @param props.onDrag `undefined` when the drag ends: the settings have the width by then */
function Edge(props: {
  readonly width: number;
  readonly onDrag: (width: number | undefined) => void;
}) {
  const { width, onDrag } = props;
  const update = useUpdateScreenState();
  const from = useRef<{ readonly x: number; readonly width: number }>(undefined);

  function drag(event: PointerEvent): void {
    if (from.current === undefined) return;
    onDrag(clamped(from.current.width + from.current.x - event.clientX));
  }

  function release(event: PointerEvent): void {
    if (from.current === undefined) return;
    const next = clamped(from.current.width + from.current.x - event.clientX);
    from.current = undefined;
    update({ panelWidth: next });
    onDrag(undefined);
  }

  function press(event: KeyboardEvent): void {
    const step = event.shiftKey ? KEY_STEP.large : KEY_STEP.small;
    const next = {
      ArrowLeft: width + step,
      ArrowRight: width - step,
      Home: PANEL_WIDTH.min,
      End: PANEL_WIDTH.max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    update({ panelWidth: clamped(next) });
  }

  return (
    <div
      className={`${shared['edge'] ?? ''} ${classes['edge'] ?? ''}`}
      role="separator"
      tabIndex={0}
      aria-label="Panel width"
      aria-orientation="vertical"
      aria-valuemin={PANEL_WIDTH.min}
      aria-valuemax={PANEL_WIDTH.max}
      aria-valuenow={Math.round(width)}
      title="Drag to resize. Double-click for the default width."
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        from.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => update({ panelWidth: PANEL_WIDTH.initial })}
      onKeyDown={press}
    />
  );
}

function clamped(width: number): number {
  return Math.round(clamp(width, PANEL_WIDTH.min, PANEL_WIDTH.max));
}
