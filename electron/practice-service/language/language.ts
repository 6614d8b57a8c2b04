/** The language models of a service, and the prompts that they are given. */
import { refused } from '../errors.ts';
import { type Choice, createChoice } from './choice.ts';
import { planAnswers } from './chat/plan.ts';
import { createPlanSource } from './chat/plan-source.ts';
import type { Speed } from './generation.ts';
import { createNgramSource, type Source } from './language-model.ts';
import { type Library, readLibrary } from './library.ts';
import type { Skill } from './models.ts';
import type { CallParameters } from './parameters.ts';
import type { ChatPrompt } from './prompts.ts';
import { createRandom, hashOf } from './random.ts';
import { SPECIAL_TOKENS } from './vocabulary.ts';

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

/** One prompt for which several answers are made. */
export interface Prompt {
  readonly tokens: readonly number[];
  readonly sources: readonly Source[];
}

/** How a group of answers is made. */
export interface Order {
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
  /** A text to be continued. */
  completionPrompt(tokens: readonly number[], skill: Skill): Prompt;
  /** A chat to be answered. */
  chatPrompt(chat: ChatPrompt, skill: Skill): Prompt;
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
  const general = (skill: Skill): Source =>
    createNgramSource(library().counts, skill.memory, skill.doubt);
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
    completionPrompt: (tokens, skill) => ({ tokens, sources: [general(skill)] }),
    chatPrompt: (chat, skill) => {
      const texts = planAnswers(chat.question, chat.instructions).map((answer) => [
        SPECIAL_TOKENS.assistant,
        ...library().tokenizer.encode(answer),
        SPECIAL_TOKENS.end,
      ]);
      const plan = createPlanSource(texts, skill.loyalty);
      return { tokens: chat.tokens, sources: [plan, general(skill)] };
    },
    begin: (prompts, { parameters, maxTokens, count, alternatives }) => {
      const seed = parameters.seed ?? Math.random();
      return prompts.flatMap((prompt, at) =>
        Array.from({ length: count }, (_none, index) =>
          createChoice({
            library: library(),
            sources: prompt.sources,
            prompt: prompt.tokens,
            sampling: parameters.sampling,
            maxTokens,
            stops: parameters.stops,
            alternatives,
            random: createRandom(hashOf(seed, at, index)),
          }),
        ),
      );
    },
  };
}

/**
 * Checks that prompt and answer fit into a model's context.
 *
 * @param maxTokens tokens that the answer may have, or null for all that are left
 * @returns tokens that the answer may have
 * @throws ServiceError 400 INVALID_REQUEST_BODY
 */
export function fitIntoContext(
  contextSize: number,
  promptTokens: number,
  maxTokens: number | null,
): number {
  const left = contextSize - promptTokens;
  const wanted = maxTokens ?? Math.max(1, left);
  if (wanted <= left) return wanted;
  throw refused(
    400,
    'INVALID_REQUEST_BODY',
    `The context of this model has ${contextSize} tokens, but ${promptTokens + wanted} were asked for: ` +
      `${promptTokens} in the prompt and ${wanted} for the answer (max_tokens).`,
    {
      field: 'max_tokens',
      range: `prompt tokens + max_tokens <= ${contextSize}`,
      prompt_tokens: String(promptTokens),
      max_tokens: String(wanted),
    },
  );
}
