import { ServiceError } from '../errors.ts';
import { Choice } from './choice.ts';
import { planAnswers } from './chat/plan.ts';
import { PlanSource } from './chat/plan-source.ts';
import type { Speed } from './generation.ts';
import { NgramSource, type Source } from './language-model.ts';
import { type Library, readLibrary } from './library.ts';
import type { Skill } from './models.ts';
import type { CallParameters } from './parameters.ts';
import type { ChatPrompt } from './prompts.ts';
import { createRandom, hashOf } from './random.ts';
import { specialTokens } from './vocabulary.ts';

/** Paths at which chat may be served; which of them exist can be changed. */
export const chatPaths = ['/v3/chat/completions', '/v3/openai/chat/completions'] as const;

/** What the language half of a service is started with. */
export interface LanguageOptions {
  /** Tokens a second of each answer; 0 for no limit. 60 by default. */
  readonly tokensPerSecond?: number;
}

const usual = {
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

/** What a group of answers is made with. */
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
export class Language {
  #library: Library | null = null;
  speed: Speed;
  /** Chat paths that exist. */
  openChatPaths: readonly string[] = chatPaths;

  constructor(options: LanguageOptions = {}) {
    const tokensPerSecond = options.tokensPerSecond ?? usual.tokensPerSecond;
    const firstTokenMilliseconds = tokensPerSecond === 0 ? 0 : usual.firstTokenMilliseconds;
    this.speed = { tokensPerSecond, firstTokenMilliseconds };
  }

  /** Read at the first use, so that a service that only edits pictures starts at once. */
  get library(): Library {
    this.#library ??= readLibrary();
    return this.#library;
  }

  /** A text to be continued. */
  completionPrompt(tokens: readonly number[], skill: Skill): Prompt {
    return { tokens, sources: [this.#general(skill)] };
  }

  /** A chat to be answered. */
  chatPrompt(chat: ChatPrompt, skill: Skill): Prompt {
    const texts = planAnswers(chat.question, chat.instructions).map((answer) => [
      specialTokens.assistant,
      ...this.library.tokenizer.encode(answer),
      specialTokens.end,
    ]);
    const plan = new PlanSource(texts, skill.loyalty);
    return { tokens: chat.tokens, sources: [plan, this.#general(skill)] };
  }

  /** Begins all answers: those of the first prompt, then those of the second, and so on. */
  begin(prompts: readonly Prompt[], order: Order): readonly Choice[] {
    const { parameters } = order;
    const seed = parameters.seed ?? Math.random();
    return prompts.flatMap((prompt, at) =>
      Array.from(
        { length: order.count },
        (_none, index) =>
          new Choice({
            library: this.library,
            sources: prompt.sources,
            prompt: prompt.tokens,
            sampling: parameters.sampling,
            maxTokens: order.maxTokens,
            stops: parameters.stops,
            alternatives: order.alternatives,
            random: createRandom(hashOf(seed, at, index)),
          }),
      ),
    );
  }

  #general(skill: Skill): Source {
    return new NgramSource(this.library.counts, skill.memory, skill.doubt);
  }
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
  throw new ServiceError({
    status: 400,
    reason: 'INVALID_REQUEST_BODY',
    message:
      `The context of this model has ${contextSize} tokens, but ${promptTokens + wanted} were asked for: ` +
      `${promptTokens} in the prompt and ${wanted} for the answer (max_tokens).`,
    metadata: {
      field: 'max_tokens',
      range: `prompt tokens + max_tokens <= ${contextSize}`,
      prompt_tokens: String(promptTokens),
      max_tokens: String(wanted),
    },
  });
}
