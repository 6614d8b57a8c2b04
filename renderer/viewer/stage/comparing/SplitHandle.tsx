import { Center } from '@mantine/core';
import { IconArrowsHorizontal } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './Comparison.module.css';

const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.01,
  ArrowRight: 0.01,
  ArrowDown: -0.01,
  ArrowUp: 0.01,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

const SHIFT_FACTOR = 10;

/** Must be a sibling of the stage. */
export function SplitHandle(props: {
  readonly start?: number;
  /** @param share of the stage's width, 0 … 1; also called on mount */
  readonly onMove: (share: number) => void;
}) {
  const handle = useRef<HTMLDivElement>(null);
  const share = useRef(props.start ?? 0.5);
  const latest = useRef(props.onMove);
  useLayoutEffect(() => {
    latest.current = props.onMove;
  });

  useEffect(() => {
    if (handle.current !== null) place(latest.current, handle.current, share.current);
  }, []);

  function moveTo(next: number): void {
    share.current = Math.min(1, Math.max(0, next));
    if (handle.current !== null) place(props.onMove, handle.current, share.current);
  }

  function drag(event: PointerEvent<HTMLElement>): void {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box !== undefined) moveTo((event.clientX - box.left) / box.width);
  }

  function press(event: KeyboardEvent<HTMLElement>): void {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isFar = event.shiftKey && event.key.startsWith('Arrow');
    moveTo(share.current + (isFar ? step * SHIFT_FACTOR : step));
  }

  return (
    <div
      ref={handle}
      className={classes['split']}
      role="slider"
      tabIndex={0}
      aria-label="Split line"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * (props.start ?? 0.5))}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={press}
      onWheel={(event) => {
        // lets the wheel zoom under the line
        const stage = event.currentTarget.parentElement?.querySelector('[role=application]');
        stage?.dispatchEvent(new WheelEvent('wheel', event.nativeEvent));
      }}
    >
      <Center
        component="span"
        pos="relative"
        w="100%"
        c="var(--gesso-ground-black)"
        bg="var(--gesso-on-picture)"
        bdrs="50%"
        style={{ aspectRatio: 1, boxShadow: '0 0 0 1px var(--gesso-on-picture-line)' }}
      >
        <IconArrowsHorizontal size={16} />
      </Center>
    </div>
  );
}

/** Moves the line without a React render. */
function place(move: (share: number) => void, handle: HTMLElement, share: number): void {
  move(share);
  handle.style.left = `${share * 100}%`;
  const percent = Math.round(share * 100);
  handle.setAttribute('aria-valuenow', String(percent));
  handle.setAttribute('aria-valuetext', `${percent} %`);
}
