/**
 * Writes one run into a document, one transaction per batch of events. It begins with the first
 * text, so that a failed request changes nothing.
 */
import {
  RangeSet,
  Transaction,
  type SelectionRange,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { AnswerNews } from '../../../../markdown/answers/index.ts';
import {
  generationOf,
  generationStep,
  sealGeneration,
  setGenerating,
} from '../document/generation-history.ts';
import { addMarks } from '../document/marks-field.ts';
import { NO_MARKS, type Slot, type VersionOrigin } from '../document/marks.ts';
import type { OpenDocument } from '../document/open-document.ts';
import {
  appendToSlot,
  beginSlot,
  beginVersions,
  fillVersions,
  findSlot,
  showVersion,
} from '../document/slots.ts';
import { NOT_WAITING, waitingAfter, type Waiting } from '../../answers/wait-words.ts';
import {
  createTokenAligner,
  type PlacedToken,
  type TokenAligner,
} from '../document/token-aligner.ts';
import type { RunningAnswer } from './document-settings.ts';
import { followRange, versionOf } from './places.ts';
import type { AnswerEvent } from '../../../../../shared/language/answer-events.ts';

interface TokenCandidate {
  text: string;
  readonly tokens: PlacedToken[];
  readonly aligner: TokenAligner;
  pieces: number;
  reason: string | undefined;
}

/** Begins with the token to continue from. */
function candidateOf({ first }: Pick<RunningAnswer, 'first'>): TokenCandidate {
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
function addText(
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

/** Fills in the texts and ends of a run. */
function fill(slot: Slot, runId: string, candidates: readonly TokenCandidate[]): TransactionSpec {
  const written = new Map<number, TokenCandidate>();
  const ends = new Map<number, string>();
  for (const [index, { origin }] of slot.versions.entries()) {
    const candidate = origin?.runId === runId ? candidates[origin.choice] : undefined;
    if (candidate === undefined) continue;
    written.set(index, candidate);
    if (candidate.reason !== undefined) ends.set(index, candidate.reason);
  }
  return fillVersions(slot, written, ends);
}

export interface WritingProgress {
  /** One per answer, if there are several. */
  readonly texts: readonly string[];
  /** Index of the answer in the document. */
  readonly active: number;
  /** Pieces of all answers. */
  readonly pieces: number;
  readonly firstTextAt: number | undefined;
  readonly waiting: Waiting;
  /** Of all answers. */
  readonly thoughts: string;
  /** False after a mismatch of tokens and text: the rest has no colours. */
  readonly isAligned: boolean;
}

/** Space below the end of the running text, CSS pixels. */
const END_MARGIN = 48;

/** Minimum time between two reports, ms. */
const PROGRESS_INTERVAL = 200;

export type Writing = ReturnType<typeof createWriting>;

export function createWriting(deps: {
  readonly document: OpenDocument;
  readonly answer: RunningAnswer;
  readonly onProgress: (progress: WritingProgress) => void;
  /** Called when the range of the answer was deleted. */
  readonly onLost: () => void;
  readonly onEnd: (run: LanguageRun) => void;
}) {
  const { document, answer } = deps;
  const { runId, slotId, count } = answer;
  const prefix = answer.first?.token ?? '';
  const candidates = Array.from({ length: count }, () => candidateOf(answer));
  let active = 0;
  /** Characters of the active answer in the document. */
  let applied = answer.applied;
  const known = findSlot(document.state(), slotId);
  let hasBegun = known?.versions.some(({ origin }) => origin?.runId === runId) === true;
  let isSealed = false;
  let isLost = false;
  let firstTextAt: number | undefined;
  let waiting = NOT_WAITING;
  let thoughts = '';
  let toldAt = 0;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const before = document.state().selection.main;
  const place = followRange(document, answer);
  if (known !== undefined && hasBegun) {
    place.stop();
    active = Math.max(0, known.versions[known.active]?.origin?.choice ?? 0);
    document.apply({ effects: setGenerating.of(slotId) });
  }

  function slot(): Slot | undefined {
    return findSlot(document.state(), slotId);
  }

  function step(spec: TransactionSpec): void {
    document.apply(generationStep(document.state(), slotId, spec));
  }

  function begin(): void {
    hasBegun = true;
    place.stop();
    const origins = candidates.map((_each, choice): VersionOrigin => ({ runId, choice }));
    document.apply({ effects: setGenerating.of(slotId) });
    const versions = slot();
    const state = document.state();
    const isVersion = answer.is === 'version' && versions !== undefined;
    step(
      isVersion
        ? beginVersions(state, versions, origins)
        : beginSlot(state, slotId, place.range, origins),
    );
  }

  function write(tokens: readonly PlacedToken[]): void {
    const text = candidates[active]?.text ?? '';
    if (text.length <= applied && tokens.length === 0) return;
    if (!hasBegun) begin();
    const target = slot();
    if (target === undefined) {
      seal();
      isLost = true;
      deps.onLost();
      return;
    }
    const more = text.slice(applied);
    const own = applied === 0 ? (candidates[active]?.tokens ?? []) : tokens;
    const spec = appendToSlot(document.state(), target, more, applied, own);
    applied += more.length;
    const end = target.to + more.length;
    step({
      ...spec,
      effects: [
        ...(Array.isArray(spec.effects) ? spec.effects : [spec.effects]),
        ...(document.isPinned()
          ? [EditorView.scrollIntoView(end, { y: 'nearest', yMargin: END_MARGIN })]
          : []),
      ].filter((effect) => effect !== undefined),
    });
  }

  /** Keeps and marks the stop sequence at the end. */
  function markStop(): void {
    const written = slot();
    if (written === undefined || candidates[active]?.reason !== 'stop') return;
    const text = document.state().doc.sliceString(written.from, written.to);
    const stop = answer.stop
      .filter((each) => text.endsWith(each))
      .sort((a, b) => b.length - a.length)[0];
    if (stop === undefined) return;
    const stops = [{ from: written.to - stop.length, to: written.to }];
    step({ effects: addMarks.of({ ...NO_MARKS, tokens: RangeSet.empty, stops }) });
  }

  function seal(): void {
    if (isSealed) return;
    isSealed = true;
    clearTimeout(telling);
    place.stop();
    const written = slot();
    if (!hasBegun) return;
    if (written !== undefined) {
      step(fill(written, runId, candidates));
      markStop();
    }
    document.applyAll(sealGeneration(document.state(), slotId));
    moveCursor(document, slot(), before);
  }

  /** Throttled for readers and for the document's frame rate. */
  function tell(isLast = true): void {
    const now = Date.now();
    const wait = toldAt + PROGRESS_INTERVAL - now;
    if (!isLast && wait > 0) {
      // also needed if the model pauses now
      telling ??= setTimeout(() => tell(), wait);
      return;
    }
    clearTimeout(telling);
    telling = undefined;
    toldAt = now;
    deps.onProgress({
      texts: count > 1 ? candidates.map(({ text }) => text) : [],
      active,
      pieces: candidates.reduce((sum, { pieces }) => sum + pieces, 0),
      firstTextAt,
      waiting,
      thoughts,
      isAligned: candidates.every(({ aligner }) => aligner.isAligned),
    });
  }

  return {
    runId,
    slotId,
    take({ events, end }: AnswerNews): void {
      if (isSealed) {
        // nothing more is written, but the run still ends
        if (isLost && end !== undefined) deps.onEnd(end);
        return;
      }
      const tokens: PlacedToken[] = [];
      waiting = waitingAfter(waiting, events);
      for (const event of events) {
        if (event.is === 'thoughts') thoughts += event.text;
        if (event.is === 'text') {
          const placed = addText(candidates[event.choice], event, prefix.length);
          if (event.choice === active) tokens.push(...placed);
          if (event.text !== '') firstTextAt ??= Date.now();
        } else if (event.is === 'finish') {
          const candidate = candidates[event.choice];
          if (candidate !== undefined) candidate.reason = event.reason;
        }
      }
      const hasText = candidates.some(({ text }) => text.length > prefix.length);
      if (hasText) write(tokens);
      tell(end !== undefined);
      if (end === undefined) return;
      seal();
      deps.onEnd(end);
    },
    show(choice: number): void {
      const shown = slot();
      const index = shown === undefined ? -1 : versionOf(shown, runId, choice);
      if (shown === undefined || index < 0 || choice === active) return;
      const filled = document.state().update(fill(shown, runId, candidates)).state;
      const next = findSlot(filled, slotId);
      const spec = next && showVersion(filled, next, index);
      if (spec === undefined) return;
      step(spec);
      active = choice;
      applied = candidates[choice]?.text.length ?? 0;
      tell();
    },
    /** Returns everything that a reload needs. */
    running: (): RunningAnswer => ({ ...answer, ...place.range, applied: hasBegun ? applied : 0 }),
    /** Ends the answer in the document; later events are ignored. */
    seal,
  };
}

/**
 * Moves a cursor at the start of the answer to its end.
 * @param before the selection at the beginning
 */
function moveCursor(document: OpenDocument, place: Slot | undefined, before: SelectionRange): void {
  const { main } = document.state().selection;
  if (place === undefined || !main.empty || main.head !== place.from) return;
  if (!before.empty && before.from !== place.from) return;
  document.apply({
    selection: { anchor: place.to },
    annotations: [Transaction.addToHistory.of(false), generationOf.of(place.id)],
  });
}
