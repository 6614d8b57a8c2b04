/**
 * Hides the keys of an input method (Japanese, Chinese, Korean) from all key handlers of the page while a
 * word is composed: its Escape drops the word and closes nothing, its Enter chooses a word and sends nothing.
 * Call before any other listener is added.
 */
export function leaveKeysToInputMethods(target: Window): void {
  for (const type of ['keydown', 'keyup'] as const) {
    target.addEventListener(
      type,
      (event) => {
        // 229: some input methods send their last Enter after the word has ended
        if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }
}
