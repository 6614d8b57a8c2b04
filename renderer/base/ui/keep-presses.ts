/** For `ref`: the picture around the element does not take presses on it for its own gestures. */
export function keepPresses(element: HTMLElement | null): (() => void) | undefined {
  const keep = (event: Event): void => event.stopPropagation();
  element?.addEventListener('pointerdown', keep);
  return () => element?.removeEventListener('pointerdown', keep);
}
