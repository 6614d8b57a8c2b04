import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { barEdge, keepOnStage } from './bar-place.ts';

/** CSS pixels per arrow key. */
const STEP = 16;

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

interface MovableBar {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly edge: 'top' | 'bottom';
  readonly grip: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** @param beside area that it must not cover when it appears, as shares of the stage's sides */
export function useMovableBar(beside: Rect | undefined): MovableBar {
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
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: { x: event.clientX, y: event.clientY }, shift: shift.current };
      },
      onPointerMove(event) {
        const { current } = drag;
        if (current === undefined || !event.currentTarget.hasPointerCapture(event.pointerId))
          return;
        moveTo({
          x: current.shift.x + event.clientX - current.at.x,
          y: current.shift.y + event.clientY - current.at.y,
        });
      },
      onKeyDown(event) {
        const direction = DIRECTIONS[event.key];
        if (direction === undefined) return;
        event.preventDefault();
        event.stopPropagation(); // the arrow key would show the next photo
        moveTo({ x: shift.current.x + direction.x, y: shift.current.y + direction.y });
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
