/**
 * The panel at the right of every screen: a head, settings of the next run, details of the picture
 * on the stage, and a foot that is always visible. Its width is the same on all screens. In a
 * narrow window it folds into a tab, which opens it over the work, and the foot moves below the
 * work (`Frame.module.css` says below which width).
 */
import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { PANEL_WIDTH } from '../../../shared/contract/screen-state.ts';
import { useScreenState, useUpdateScreenState } from '../backend/settings.ts';
import { useClosers } from '../screen/closers.ts';
import { isClosingEscape } from '../screen/overlays.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';
import { ResizeEdge } from './ResizeEdge.tsx';

/** By an arrow key, and with Shift, CSS pixels. */
const KEY_STEP = { small: 10, large: 50 } as const;

/** CSS pixels of one `rem` at 100 % text. */
const REM = 16;

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
  /** In the bar at the top, before `head`. */
  readonly title?: string;
  /** A bar as high as the toolbar: a choice, or actions. */
  readonly head?: ReactNode;
  /** A `Foot`, or buttons. */
  readonly footer?: ReactNode;
  /** Maximum width as a CSS length, where the work needs room for a column of its own. */
  readonly most?: string;
  readonly children: ReactNode;
}) {
  const panelWidth = useScreenState('panelWidth');
  const arePanelsShown = useScreenState('arePanelsShown');
  const update = useUpdateScreenState();
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
        <ResizeEdge
          name="Panel"
          orientation="vertical"
          value={width}
          limits={PANEL_WIDTH}
          keySteps={KEY_STEP}
          onDrag={setDragged}
          onKeep={(next) => update({ panelWidth: next })}
        />
        {(props.title !== undefined || props.head !== undefined) && (
          <Group
            gap="xs"
            wrap="nowrap"
            flex="none"
            mih="var(--gesso-bar)"
            px="md"
            className={classes['head'] ?? ''}
          >
            {props.title !== undefined && (
              <Text component="h2" size="sm" fw={600} flex={1}>
                {props.title}
              </Text>
            )}
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
