/** Conversations with language models. */
export function ChatView() {
  return null;
}
