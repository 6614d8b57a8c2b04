/** True while the keyboard is on a button or a field, where Enter is its own. */
export function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, input, select, [role="radio"]') !== null;
}
