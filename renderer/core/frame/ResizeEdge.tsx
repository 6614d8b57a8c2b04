/** The edge of a panel at the right or bottom of the window, which resizes it by drag or keys. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { clamp } from '../../../shared/numbers.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';

/** All lengths are CSS pixels at 100 % text. */
export function ResizeEdge(props: {
  /** Of the panel. */
  readonly name: string;
  /** Of the edge: a vertical one changes the width, a horizontal one the height. */
  readonly orientation: 'vertical' | 'horizontal';
  readonly value: number;
  readonly limits: { readonly min: number; readonly max: number; readonly initial: number };
  /** By an arrow key, and with Shift. */
  readonly keySteps: { readonly small: number; readonly large: number };
  /** `undefined` when the drag ends: the length is kept by then. */
  readonly onDrag: (value: number | undefined) => void;
  readonly onKeep: (value: number) => void;
}) {
  const { name, orientation, value, limits, keySteps, onDrag, onKeep } = props;
  const isVertical = orientation === 'vertical';
  const length = isVertical ? 'width' : 'height';
  const from = useRef<{ readonly at: number; readonly value: number }>(undefined);
  const clamped = (next: number): number => Math.round(clamp(next, limits.min, limits.max));
  const at = (event: PointerEvent): number => (isVertical ? event.clientX : event.clientY);
  const dragged = (event: PointerEvent): number | undefined =>
    from.current && clamped(from.current.value + from.current.at - at(event));

  function drag(event: PointerEvent): void {
    const next = dragged(event);
    if (next !== undefined) onDrag(next);
  }

  function release(event: PointerEvent): void {
    const next = dragged(event);
    if (next === undefined) return;
    from.current = undefined;
    onKeep(next);
    onDrag(undefined);
  }

  function press(event: KeyboardEvent): void {
    const step = event.shiftKey ? keySteps.large : keySteps.small;
    const next = {
      [isVertical ? 'ArrowLeft' : 'ArrowUp']: value + step,
      [isVertical ? 'ArrowRight' : 'ArrowDown']: value - step,
      Home: limits.min,
      End: limits.max,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onKeep(clamped(next));
  }

  return (
    <div
      className={`${shared['edge'] ?? ''} ${classes['edge'] ?? ''}`}
      role="separator"
      tabIndex={0}
      aria-label={`${name} ${length}`}
      aria-orientation={orientation}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={Math.round(value)}
      data-tip={`Drag to resize. Double-click for the default ${length}.`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        from.current = { at: at(event), value };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => onKeep(limits.initial)}
      onKeyDown={press}
    />
  );
}
