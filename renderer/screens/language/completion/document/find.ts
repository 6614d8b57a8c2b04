import { RangeSetBuilder, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import type { Span } from './marks.ts';

/** Counting stops here. */
const MOST_MATCHES = 10_000;

export const seek = StateEffect.define<string>();

const soughtField = StateField.define<string>({
  create: () => '',
  update: (sought, tr) => tr.effects.findLast((effect) => effect.is(seek))?.value ?? sought,
});

/** Regular expression syntax. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/gu;

/** Ignores case. */
export function findAll(text: string, sought: string): readonly Span[] {
  if (sought === '') return [];
  const pattern = new RegExp(sought.replaceAll(SYNTAX, String.raw`\$&`), 'giu');
  const found: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push({ from: match.index, to: match.index + match[0].length });
    if (found.length === MOST_MATCHES) break;
  }
  return found;
}

/** Returns the index of the next or previous match, wrapping around. */
export function nextMatch(matches: readonly Span[], position: Span, by: 1 | -1): number {
  if (matches.length === 0) return -1;
  if (by === 1) {
    const next = matches.findIndex(({ from }) => from >= position.to);
    return next < 0 ? 0 : next;
  }
  const before = matches.findLastIndex(({ to }) => to <= position.from);
  return before < 0 ? matches.length - 1 : before;
}

const matchMark = Decoration.mark({ class: 'cm-found' });
const currentMark = Decoration.mark({ class: 'cm-found cm-found-now' });

function visibleMatches(view: EditorView): DecorationSet {
  const sought = view.state.field(soughtField);
  if (sought === '') return Decoration.none;
  const builder = new RangeSetBuilder<Decoration>();
  const { doc, selection } = view.state;
  const { main } = selection;
  for (const { from, to } of view.visibleRanges) {
    for (const match of findAll(doc.sliceString(from, to), sought)) {
      const span = { from: from + match.from, to: from + match.to };
      const isCurrent = span.from === main.from && span.to === main.to;
      builder.add(span.from, span.to, isCurrent ? currentMark : matchMark);
    }
  }
  return builder.finish();
}

export const documentSearch: Extension = [soughtField, EditorView.decorations.of(visibleMatches)];
