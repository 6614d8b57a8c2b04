/** The language models of a service, and how they are set. */
import { type Choice, createChoice, type Prompt } from './choice.ts';
import type { Speed } from './generation.ts';
import { type Library, readLibrary } from './library.ts';
import type { Skill } from './models.ts';
import type { CallParameters } from './parameters.ts';
import { createRandom, hashOf } from './random.ts';

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

/** How a group of answers is made. */
export interface Order {
  readonly skill: Skill;
  readonly parameters: CallParameters;
  /** Most tokens of each answer. */
  readonly maxTokens: number;
  /** Answers for each prompt. */
  readonly count: number;
  /** Alternatives listed with each token. */
  readonly alternatives: number;
}

/** The language models of a running service, and how they are set. */
export interface Language {
  /** Read at the first use, so that a service that only edits pictures starts at once. */
  readonly library: Library;
  readonly speed: Speed;
  setSpeed(speed: Speed): void;
  /** Chat paths that exist. */
  readonly openChatPaths: readonly string[];
  setOpenChatPaths(paths: readonly string[]): void;
  /** Begins all answers: those of the first prompt, then those of the second, and so on. */
  begin(prompts: readonly Prompt[], order: Order): readonly Choice[];
}

/** The models at their usual speed, unless the options say otherwise. */
export function createLanguage(options: LanguageOptions = {}): Language {
  const tokensPerSecond = options.tokensPerSecond ?? USUAL.tokensPerSecond;
  const firstTokenMilliseconds = tokensPerSecond === 0 ? 0 : USUAL.firstTokenMilliseconds;
  let speed: Speed = { tokensPerSecond, firstTokenMilliseconds };
  let openChatPaths: readonly string[] = CHAT_PATHS;
  let known: Library | null = null;
  const library = (): Library => (known ??= readLibrary());
  return {
    get library() {
      return library();
    },
    get speed() {
      return speed;
    },
    setSpeed: (changed) => {
      speed = changed;
    },
    get openChatPaths() {
      return openChatPaths;
    },
    setOpenChatPaths: (paths) => {
      openChatPaths = paths;
    },
    begin: (prompts, order) => {
      const seed = order.parameters.seed ?? Math.random();
      return prompts.flatMap((prompt, at) =>
        Array.from({ length: order.count }, (_none, index) => {
          const random = createRandom(hashOf(seed, at, index));
          return createChoice({ ...order, library: library(), prompt, random });
        }),
      );
    },
  };
}
