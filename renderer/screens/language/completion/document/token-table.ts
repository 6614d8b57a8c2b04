/**
 * Shows a token's alternatives on hover and by keys: Alt+. and Alt+, select one, Alt+Enter
 * continues from it.
 */
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { hoverTooltip, keymap, showTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import shared from '../../../../core/ui/shared.module.css';
import { documentActions, probabilitiesShown } from './document-actions.ts';
import { marksField } from './marks-field.ts';
import type { Span, TokenValue } from './marks.ts';
import {
  probabilityPercent,
  otherToken,
  probabilityOf,
  tableOf,
  visibleToken,
  type TokenChoice,
} from './probability.ts';
import { isPartOfCharacter } from './token-aligner.ts';

/** Hover delay, ms. */
const HOVER_TIME = 200;

interface OpenTable extends Span {
  /** The alternative that Alt+Enter uses. */
  readonly index: number;
}

const openTable = StateEffect.define<OpenTable | undefined>();

const tableField = StateField.define<OpenTable | undefined>({
  create: () => undefined,
  update(open, tr) {
    const last = tr.effects.findLast((effect) => effect.is(openTable));
    if (last !== undefined) return last.value;
    return tr.docChanged || tr.selection !== undefined ? undefined : open;
  },
  provide: (field) =>
    showTooltip.from(field, (open) => (open === undefined ? null : tooltipOf(open))),
});

function tokenAt(
  state: EditorState,
  position: number,
): (Span & { readonly value: TokenValue }) | undefined {
  let found: (Span & { readonly value: TokenValue }) | undefined;
  state.field(marksField).tokens.between(position, position, (from, to, value) => {
    // at a boundary, prefer the token before the cursor
    if (position > from && position <= to) found = { from, to, value };
    else if (position === from) found ??= { from, to, value };
  });
  return found;
}

function tooltipOf(open: OpenTable): Tooltip {
  return {
    pos: open.from,
    end: open.to,
    above: true,
    create: (view) => ({ dom: createTable(view, open, open.index) }),
  };
}

const onHover = hoverTooltip(
  (view, position, side) => {
    if (!view.state.field(probabilitiesShown) || view.state.field(tableField) !== undefined) {
      return null;
    }
    const inside = side < 0 ? position : position + 1;
    const found = tokenAt(view.state, Math.min(inside, view.state.doc.length));
    if (found === undefined) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create: () => ({ dom: createTable(view, found, -1) }),
    };
  },
  // the keyboard's table replaces the hover table
  { hoverTime: HOVER_TIME, hideOn: (tr) => tr.effects.some((effect) => effect.is(openTable)) },
);

/** @param marked index of the alternative selected by keyboard, or -1 */
function createTable(view: EditorView, span: Span, marked: number): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-token-table';
  const found = tokenAt(view.state, span.to);
  if (found === undefined) return dom;
  const { tokens } = found.value;
  const [token] = tokens;
  if (token === undefined) return dom;
  if (tokens.length > 1) {
    dom.append(paragraph(describeParts(found.value)));
    return dom;
  }
  const { choices, coverage, rank } = tableOf(token);
  const list = document.createElement('ul');
  list.setAttribute('aria-label', `Alternatives of ${visibleToken(token.token)}`);
  choices.forEach((choice, index) => {
    list.append(createRow(view, span, choice, index === marked));
  });
  dom.append(list);
  const facts = [
    ...(rank !== undefined
      ? [`Rank ${rank}`]
      : choices.length > 1
        ? ['Not among the listed ones']
        : []),
    ...(coverage === undefined ? [] : [`top ${choices.length} = ${probabilityPercent(coverage)}`]),
  ];
  dom.append(paragraph(facts.join(', ')));
  const [choice] = marked < 0 ? [] : choices.slice(marked);
  if (choice !== undefined) {
    const status = paragraph(describeChoice(choice));
    status.setAttribute('role', 'status');
    dom.append(status);
  }
  return dom;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.className = shared['small'] ?? '';
  element.textContent = text;
  return element;
}

function describeParts({ text, tokens }: TokenValue): string {
  const probability = probabilityOf(tokens);
  const share = probability === undefined ? '' : `, ${probabilityPercent(probability)} together`;
  const names = tokens.map(({ token }) => isolated(token)).join(' ');
  return `“${isolated(text)}” is ${tokens.length} tokens${share}: ${names}`;
}

/** Isolates the token's direction from the sentence's. */
function isolated(token: string): string {
  return `\u{2068}${visibleToken(token)}\u{2069}`;
}

function describeChoice({ token, probability }: TokenChoice): string {
  const share = probability === undefined ? 'probability unknown' : probabilityPercent(probability);
  if (isPartOfCharacter(token)) return `${share}. Part of a character; can’t continue from here.`;
  return `${isolated(token)}, ${share}. Alt+Enter writes on from it.`;
}

function createRow(
  view: EditorView,
  span: Span,
  choice: TokenChoice,
  isMarked: boolean,
): HTMLElement {
  const { token, probability, isWritten } = choice;
  const row = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = shared['press'] ?? '';
  if (isMarked) button.dataset['selected'] = '';
  button.disabled = isPartOfCharacter(token);
  button.title = button.disabled
    ? 'Part of a character; can’t continue from here'
    : 'Continue from here; the text so far stays as a version';
  const name = document.createElement('span');
  name.className = 'cm-token-name';
  name.textContent = visibleToken(token);
  const bar = document.createElement('span');
  bar.className = 'cm-token-bar';
  const filled = document.createElement('i');
  filled.style.width = `${Math.round((probability ?? 0) * 100)}%`;
  bar.append(filled);
  const share = document.createElement('span');
  share.className = `cm-token-share ${shared['small'] ?? ''}`;
  share.textContent = probability === undefined ? '?' : probabilityPercent(probability);
  button.append(name, bar, share);
  if (isWritten) button.setAttribute('aria-current', 'true');
  button.addEventListener('mousedown', (event) => event.preventDefault());
  button.addEventListener('click', () => continueFrom(view, span, choice));
  row.append(button);
  return row;
}

function continueFrom(view: EditorView, { from, to }: Span, choice: TokenChoice): void {
  const written = tokenAt(view.state, to)?.value.tokens[0];
  if (isPartOfCharacter(choice.token) || written === undefined) return;
  view.dispatch({ effects: openTable.of(undefined) });
  view.state.facet(documentActions).continueFrom(from, to, otherToken(written, choice));
}

/** Prefers the token with the open table to the one at the cursor. */
function choicesAt(
  state: EditorState,
): { span: OpenTable; choices: readonly TokenChoice[] } | undefined {
  const open = state.field(tableField);
  const found = tokenAt(state, open?.to ?? state.selection.main.head);
  const [token] = found?.value.tokens ?? [];
  if (found === undefined || token === undefined) return undefined;
  return { span: { ...found, index: open?.index ?? -1 }, choices: tableOf(token).choices };
}

function step(by: 1 | -1) {
  return (view: EditorView): boolean => {
    const at = choicesAt(view.state);
    if (at === undefined) return false;
    const count = at.choices.length;
    const from = at.span.index < 0 && by < 0 ? 0 : at.span.index;
    const index = (from + by + count) % count;
    view.dispatch({ effects: openTable.of({ from: at.span.from, to: at.span.to, index }) });
    return true;
  };
}

function take(view: EditorView): boolean {
  const at = view.state.field(tableField) === undefined ? undefined : choicesAt(view.state);
  const choice = at?.choices[at.span.index];
  if (at === undefined || choice === undefined) return false;
  continueFrom(view, at.span, choice);
  return true;
}

function close(view: EditorView): boolean {
  if (view.state.field(tableField) === undefined) return false;
  view.dispatch({ effects: openTable.of(undefined) });
  return true;
}

export const tokenTables: Extension = [
  tableField,
  onHover,
  keymap.of([
    { key: 'Alt-.', run: step(1), preventDefault: true },
    { key: 'Alt-,', run: step(-1), preventDefault: true },
    { key: 'Alt-Enter', run: take },
    { key: 'Escape', run: close },
  ]),
];
