/** A `ref` that keeps presses on an element from starting gestures of the picture around it. */
export function keepPresses(element: HTMLElement | null): (() => void) | undefined {
  const keep = (event: Event): void => event.stopPropagation();
  element?.addEventListener('pointerdown', keep);
  return () => element?.removeEventListener('pointerdown', keep);
}
