/** Whether a button or field has the focus, which then uses Enter itself. */
export function isOnControl(): boolean {
  return document.activeElement?.closest('button, a, input, select, [role="radio"]') !== null;
}
