/** Input methods: while one composes a word, its keys are its own. */

/** True for a key of an input method. WebKit reports its last Enter with code 229 alone. */
export function isComposing(event: {
  readonly keyCode: number;
  readonly nativeEvent: { readonly isComposing: boolean };
}): boolean {
  return event.nativeEvent.isComposing || event.keyCode === 229;
}
