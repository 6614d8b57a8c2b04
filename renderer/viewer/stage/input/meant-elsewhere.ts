export function isMeantElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches(
    ':is(input:not([type=range]), textarea, select, button, a, summary, [role]:not([role=application])):focus-visible',
  );
}
