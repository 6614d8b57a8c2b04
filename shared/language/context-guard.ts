/** Does a request fit the model's context, and what could be left out? */
import type { TokenCount } from './estimate.ts';

/** A message of the path, from top to bottom. */
export interface GuardedMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly tokens: number;
}

/** The answer of the guard. */
export interface ContextFit {
  /** `unknown`: the model's list does not say how long its context is. */
  readonly is: 'fits' | 'too-long' | 'unknown';
  /** Prompt and the longest answer together. */
  readonly needed: TokenCount;
  /** Tokens too many; 0 where it fits. */
  readonly over: number;
  /** Messages to leave out, the oldest first, so that it fits; turns stay whole. */
  readonly leaveOut: readonly string[];
  /** True when even that is not enough. */
  readonly isHopeless: boolean;
}

/**
 * Prompt and longest answer must not exceed the context (specification, "max_tokens").
 *
 * @param prompt all that is sent, the new message among it
 * @param maxTokens unset: the answer needs at least one token
 * @param messages the path without the new message; the system message is never left out
 */
export function contextFit(
  contextTokens: number | undefined,
  prompt: TokenCount,
  maxTokens: number | undefined,
  messages: readonly GuardedMessage[],
): ContextFit {
  const needed = { ...prompt, tokens: prompt.tokens + (maxTokens ?? 1) };
  const nothing = { needed, over: 0, leaveOut: [], isHopeless: false };
  if (contextTokens === undefined) return { ...nothing, is: 'unknown' };
  const over = Math.max(0, needed.tokens - contextTokens);
  if (over === 0) return { ...nothing, is: 'fits' };
  const leaveOut: string[] = [];
  let left = over;
  for (const { id, role, tokens } of messages) {
    // a question goes together with its answers
    if (left <= 0 && role === 'user') break;
    leaveOut.push(id);
    left -= tokens;
  }
  return { is: 'too-long', needed, over, leaveOut, isHopeless: left > 0 };
}
