import type { TokenCount } from './estimate.ts';

interface GuardedMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly tokens: number;
}

interface ContextFit {
  /** `unknown`: the model's context length is unknown. */
  readonly is: 'fits' | 'too-long' | 'unknown';
  /** Prompt and longest answer together. */
  readonly needed: TokenCount;
  /** Excess tokens; 0 if it fits. */
  readonly over: number;
  /** Messages to leave out, oldest first; turns stay whole. */
  readonly leaveOut: readonly string[];
  /** Not even that is enough. */
  readonly isHopeless: boolean;
}

/**
 * Prompt and longest answer must not exceed the context (specification, "max_tokens").
 * @param maxTokens unset: the answer needs at least one token
 * @param messages the path without the new message; the system message is always kept
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
    // A question is removed with its answers.
    if (left <= 0 && role === 'user') break;
    leaveOut.push(id);
    left -= tokens;
  }
  return { is: 'too-long', needed, over, leaveOut, isHopeless: left > 0 };
}
