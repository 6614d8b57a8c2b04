/** For `ref`: presses on the element are no gesture on the picture, which listens on one around it. */
export function keepPresses(element: HTMLElement | null): (() => void) | undefined {
  const keep = (event: Event): void => event.stopPropagation();
  element?.addEventListener('pointerdown', keep);
  return () => element?.removeEventListener('pointerdown', keep);
}
