import {
  Button,
  Center,
  CloseButton,
  Group,
  Select,
  Slider,
  Stack,
  type ComboboxItem,
  type ComboboxItemGroup,
} from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import {
  IconArrowsLeftRight,
  IconGripHorizontal,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Rect, Point, Size } from '../../../../shared/geometry/rect.ts';
import { ARROWS } from '../input/arrow-steps.ts';
import { FLICKER_RATE } from './flicker.ts';
import { COMPARED, type ComparisonMode } from '../viewer-types.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './Comparison.module.css';
import { Segments } from '../../../core/ui/Segments.tsx';
import { barEdge, keepOnStage } from './bar-place.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

/** CSS pixels per arrow key. */
const STEP = 16;

/** @param beside area that it must not cover when it appears, as shares of the stage's sides */
function useMovableBar(beside: Rect | undefined) {
  const bar = useRef<HTMLDivElement>(null);
  const shift = useRef<Point>({ x: 0, y: 0 });
  const drag = useRef<{ readonly at: Point; readonly shift: Point }>(undefined);
  const [edge, setEdge] = useState<'top' | 'bottom'>('top');

  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null || beside === undefined) return;
    const stage = stageOf(element);
    const part = {
      x: beside.x * stage.width,
      y: beside.y * stage.height,
      width: beside.width * stage.width,
      height: beside.height * stage.height,
    };
    setEdge(barEdge({ ...homeOf(element), y: TOP }, part, stage, BELOW));
  }, [beside]);

  function moveTo(wanted: Point): void {
    const element = bar.current;
    if (element === null) return;
    shift.current = keepOnStage(wanted, homeOf(element), stageOf(element));
    const { x, y } = shift.current;
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  const onResized = useEffectEvent(() => moveTo(shift.current));
  useEffect(() => {
    const stage = bar.current?.offsetParent;
    if (stage == null) return undefined;
    const observer = new ResizeObserver(() => onResized());
    observer.observe(stage);
    return () => observer.disconnect();
  }, []);

  return {
    bar,
    edge,
    grip: {
      onPointerDown(event: PointerEvent<HTMLElement>): void {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: { x: event.clientX, y: event.clientY }, shift: shift.current };
      },
      onPointerMove(event: PointerEvent<HTMLElement>): void {
        const { current } = drag;
        if (current === undefined || !event.currentTarget.hasPointerCapture(event.pointerId))
          return;
        moveTo({
          x: current.shift.x + event.clientX - current.at.x,
          y: current.shift.y + event.clientY - current.at.y,
        });
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>): void {
        const arrow = ARROWS[event.key];
        if (arrow === undefined) return;
        event.preventDefault();
        event.stopPropagation(); // the arrow key would show the next photo
        const { x, y } = shift.current;
        moveTo({ x: x + arrow.x * STEP, y: y + arrow.y * STEP });
      },
    },
  };
}

/** Pixels above the bar at the top and below it at the bottom, as in the style sheet. */
const TOP = 8;
const BELOW = 44;

function homeOf({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Rect {
  return { x: offsetLeft, y: offsetTop, width: offsetWidth, height: offsetHeight };
}

function stageOf({ offsetParent }: HTMLElement): Size {
  return { width: offsetParent?.clientWidth ?? 0, height: offsetParent?.clientHeight ?? 0 };
}

const MODES: readonly { readonly value: ComparisonMode; readonly label: string }[] = [
  { value: 'split', label: 'Split line' },
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'flicker', label: 'Flicker' },
];

interface StateChoices {
  readonly name: string | undefined;
  readonly states: readonly { readonly id: string; readonly name: string }[];
}

interface StateChoice {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly StateChoices[];
  readonly onChange: (id: string) => void;
}

interface Flickering {
  readonly isOn: boolean;
  /** Changes per second, see `FLICKER_RATE`. */
  readonly rate: number;
  readonly onToggle: (isOn: boolean) => void;
  readonly onRate: (rate: number) => void;
}

interface Props {
  readonly mode: ComparisonMode;
  readonly count: number;
  readonly onMode: (mode: ComparisonMode) => void;
  /** Empty if the states are fixed. */
  readonly choices: readonly StateChoice[];
  readonly flickering: Flickering;
  readonly onFlip: () => void;
  readonly onClose?: (() => void) | undefined;
  readonly note?: ReactNode;
  /** Area that the bar must not cover when it appears, as shares of the stage's sides. */
  readonly beside?: Rect | undefined;
}

/** Must be a sibling of the stage. */
export function ComparisonBar(props: Props) {
  const { mode, count, onMode, choices, flickering, onFlip, onClose, note, beside } = props;
  const { bar, grip, edge } = useMovableBar(beside);
  const [first, ...others] = choices;
  const close = onClose && (
    <CloseButton size="sm" aria-label="Close comparison" onClick={onClose} />
  );
  const swap = count === 2 && (
    <IconButton
      label="Swap sides"
      tip="Swap sides (X)"
      icon={<IconArrowsLeftRight size={16} />}
      onClick={onFlip}
    />
  );
  return (
    <Stack
      ref={bar}
      gap="2xs"
      pos="absolute"
      // at the bottom it stays above the names of the states
      inset={
        edge === 'bottom'
          ? 'auto var(--gesso-space-xs) var(--gesso-source)'
          : 'var(--gesso-space-xs) var(--gesso-space-xs) auto'
      }
      w="fit-content"
      mx="auto"
      className={shared['float'] ?? ''}
      style={{ zIndex: 3 }}
      role="region"
      aria-label="Comparison"
    >
      <Center
        component="button"
        type="button"
        h="var(--gesso-space-sm)"
        my="-3xs"
        bdrs="sm"
        className={classes['grip'] ?? ''}
        aria-label="Move comparison bar"
        {...grip}
      >
        <IconGripHorizontal size={16} />
      </Center>
      {first !== undefined && (
        <Group gap="2xs" justify="center">
          <StateSelect choice={first} />
          {swap}
          {others.map((choice) => (
            <StateSelect key={choice.label} choice={choice} />
          ))}
          {close}
        </Group>
      )}
      <Group gap="2xs" justify="center">
        <Segments
          aria-label="Comparison mode"
          data={MODES.filter(({ value }) => value !== 'split' || count <= COMPARED.mostInSplit)}
          value={mode}
          onChange={onMode}
        />
        {mode === 'flicker' && <FlickerControls flickering={flickering} onFlip={onFlip} />}
        {first === undefined && mode !== 'flicker' && swap}
        {note !== undefined && <SmallNote>{note}</SmallNote>}
        {first === undefined && close}
      </Group>
    </Stack>
  );
}

function StateSelect({ choice }: { readonly choice: StateChoice }) {
  const { label, value, groups, onChange } = choice;
  return (
    <Select
      size="xs"
      w={180}
      aria-label={label}
      checkIconPosition="right"
      data={groups.flatMap(
        ({ name, states }): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] => {
          const items = states.map(({ id, name: state }) => ({ value: id, label: state }));
          return name === undefined ? items : [{ group: name, items }];
        },
      )}
      value={value}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}

export function FlickerControls(props: {
  readonly flickering: Flickering;
  /** True in a toolbar: hides the speed text. */
  readonly isSmall?: boolean;
  readonly onFlip: () => void;
}) {
  const { flickering, isSmall = false, onFlip } = props;
  const { isOn, rate, onToggle, onRate } = flickering;
  const isStill = useReducedMotion();
  const next = <Button onClick={onFlip}>Next state (X)</Button>;
  // the system asks for reduced motion
  if (isStill) return next;
  const label = isOn ? 'Pause' : 'Play';
  return (
    <>
      <IconButton
        label={label}
        icon={isOn ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => onToggle(!isOn)}
      />
      {isOn ? (
        <>
          <Slider
            w={isSmall ? 72 : 110}
            label={null}
            thumbLabel="Speed, changes per second"
            min={FLICKER_RATE.min}
            max={FLICKER_RATE.max}
            step={FLICKER_RATE.step}
            value={rate}
            onChange={onRate}
          />
          {!isSmall && <SmallNote w={44}>{rate.toFixed(1)} / s</SmallNote>}
        </>
      ) : (
        next
      )}
    </>
  );
}
