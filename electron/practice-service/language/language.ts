/** The language half of a running service, and how it is set. */
import type { Speed } from './generation.ts';
import { type Library, readLibrary } from './library.ts';

/** Paths at which chat may be served; which of them exist can be changed. */
export const CHAT_PATHS = ['/v3/chat/completions', '/v3/openai/chat/completions'] as const;

/** Options of the language half of a service. */
export interface LanguageOptions {
  /** Tokens a second of each answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
}

const USUAL = {
  /** Tokens a second, as a middle-sized model on a good day. */
  tokensPerSecond: 60,
  /** Milliseconds before the first token. */
  firstTokenMilliseconds: 200,
} as const;

/** The language half of a running service; its settings count for calls that begin later. */
export interface Language {
  /** Read at the first use, so that a service that only edits pictures starts at once. */
  readonly library: Library;
  speed: Speed;
  /** Chat paths that exist. */
  openChatPaths: readonly string[];
}

/** The models at their usual speed, unless the options say otherwise. */
export function createLanguage(options: LanguageOptions = {}): Language {
  const { tokensPerSecond = USUAL.tokensPerSecond } = options;
  const firstTokenMilliseconds = tokensPerSecond === 0 ? 0 : USUAL.firstTokenMilliseconds;
  let library: Library | null = null;
  return {
    get library() {
      return (library ??= readLibrary());
    },
    speed: { tokensPerSecond, firstTokenMilliseconds },
    openChatPaths: CHAT_PATHS,
  };
}
