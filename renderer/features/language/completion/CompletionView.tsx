/** Documents that a language model continues. */
export function CompletionView() {
  return null;
}
