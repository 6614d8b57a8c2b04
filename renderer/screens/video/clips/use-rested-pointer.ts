/**
 * True while the pointer rests on an element; passing over it, as while scrolling, starts nothing.
 */
import { useEffect, useMemo, useRef, useState } from 'react';

/** Ms. */
const REST = 150;

export function useRestedPointer(): {
  readonly isRested: boolean;
  readonly handlers: { onPointerEnter(): void; onPointerLeave(): void };
} {
  const [isRested, setRested] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = useMemo(
    () => ({
      onPointerEnter() {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setRested(true), REST);
      },
      onPointerLeave() {
        clearTimeout(timer.current);
        setRested(false);
      },
    }),
    [],
  );
  return { isRested, handlers };
}
