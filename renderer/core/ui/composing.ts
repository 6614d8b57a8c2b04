/**
 * Hides the keys of input methods (Japanese, Chinese, Korean) from all handlers while a word is
 * composed. Otherwise Escape would close something, and Enter would send. Must be called before
 * other listeners are added.
 */
export function leaveKeysToInputMethods(target: Window): void {
  for (const type of ['keydown', 'keyup'] as const) {
    target.addEventListener(
      type,
      (event) => {
        // 229: some input methods send their last Enter after composition has ended
        if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
