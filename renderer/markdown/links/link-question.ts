/** The clicked link, until the question about it is answered. */
import { create } from 'zustand';
import type { LinkTarget } from '../../../shared/contract/links.ts';
import { backend } from '../../core/backend/client.ts';
import { sayError } from '../../core/backend/say-error.ts';
import { say } from '../../core/ui/say.ts';

interface LinkQuestionState {
  readonly target: LinkTarget | undefined;
  close(): void;
}

export const useLinkQuestion = create<LinkQuestionState>((set) => ({
  target: undefined,
  close: () => set({ target: undefined }),
}));

/**
 * Asks before a link of an answer is opened.
 * @param href as written
 * @param text the link's own text, which may name another host
 */
export async function askToOpenLink(href: string, text: string): Promise<void> {
  try {
    const target = await backend.links.read({ href, text });
    if (target === null) say('Gesso opens only https addresses and mail addresses.');
    else useLinkQuestion.setState({ target });
  } catch (thrown) {
    sayError(thrown);
  }
}
