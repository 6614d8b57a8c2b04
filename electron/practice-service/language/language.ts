/** The settings of the language half of a running service. */

/** Paths at which chat may be served; which of them exist can be changed. */
export const CHAT_PATHS = ['/v3/chat/completions', '/v3/openai/chat/completions'] as const;

export interface LanguageOptions {
  /** Tokens a second of each answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
}

/** Changes count for calls that begin later. */
export interface Language {
  speed: {
    /** Of each answer; 0 for as fast as they can be made and sent. */
    readonly tokensPerSecond: number;
    readonly firstTokenMilliseconds: number;
  };
  openChatPaths: readonly string[];
}

export function createLanguage({ tokensPerSecond = 60 }: LanguageOptions = {}): Language {
  const firstTokenMilliseconds = tokensPerSecond === 0 ? 0 : 200;
  return { speed: { tokensPerSecond, firstTokenMilliseconds }, openChatPaths: CHAT_PATHS };
}
