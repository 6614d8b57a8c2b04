/** Collects the texts, tokens and ends of a request's answers while they are written. */
import type { AnswerEvent } from '../../../../../shared/language/answer-events.ts';
import type { Slot } from '../document/marks.ts';
import type { WrittenText } from '../document/slots.ts';
import {
  createTokenAligner,
  type PlacedToken,
  type TokenAligner,
} from '../document/token-aligner.ts';
import type { RunningAnswer } from './document-settings.ts';

interface TokenCandidate {
  text: string;
  readonly tokens: PlacedToken[];
  readonly aligner: TokenAligner;
  pieces: number;
  reason: string | undefined;
}

/** Begins with the token to continue from. */
export function candidateOf({ first }: Pick<RunningAnswer, 'first'>): TokenCandidate {
  const candidate: TokenCandidate = {
    text: first?.token ?? '',
    tokens: [],
    aligner: createTokenAligner(),
    pieces: 0,
    reason: undefined,
  };
  if (first !== undefined) {
    candidate.tokens.push({ from: 0, to: first.token.length, tokens: [first] });
  }
  return candidate;
}

/**
 * @param prefix characters that the candidate began with
 * @returns its tokens, positioned in the candidate's text
 */
export function addText(
  candidate: TokenCandidate | undefined,
  event: Extract<AnswerEvent, { is: 'text' }>,
  prefix: number,
): readonly PlacedToken[] {
  if (candidate === undefined) return [];
  candidate.text += event.text;
  candidate.pieces += event.pieces;
  const placed = candidate.aligner
    .add(event.text, event.logprobs)
    .map(({ from, to, tokens }) => ({ from: from + prefix, to: to + prefix, tokens }));
  candidate.tokens.push(...placed);
  return placed;
}

/** Keyed by version index in the slot. */
export function textsOf(
  { versions }: Slot,
  runId: string,
  candidates: readonly TokenCandidate[],
): ReadonlyMap<number, WrittenText> {
  const written = new Map<number, WrittenText>();
  for (const [index, { origin }] of versions.entries()) {
    const candidate = origin?.runId === runId ? candidates[origin.choice] : undefined;
    if (candidate !== undefined) written.set(index, candidate);
  }
  return written;
}

/** Keyed by version index in the slot. */
export function endsOf(
  { versions }: Slot,
  runId: string,
  candidates: readonly TokenCandidate[],
): ReadonlyMap<number, string> {
  const ends = new Map<number, string>();
  for (const [index, { origin }] of versions.entries()) {
    const reason = origin?.runId === runId ? candidates[origin.choice]?.reason : undefined;
    if (reason !== undefined) ends.set(index, reason);
  }
  return ends;
}
