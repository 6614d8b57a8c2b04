/** An open document; a generation writes to it with or without a view. */
import { standardKeymap } from '@codemirror/commands';
import {
  EditorState,
  RangeSetBuilder,
  type Extension,
  type StateEffect,
  type Transaction,
  type TransactionSpec,
  type Range,
} from '@codemirror/state';
import {
  EditorView,
  highlightSpecialChars,
  keymap,
  placeholder,
  Decoration,
  WidgetType,
  type DecorationSet,
} from '@codemirror/view';
import { createCallbacks } from '../../../../../shared/callbacks.ts';
import { isInDialog } from '../../../../core/commands/use-command-keys.ts';
import { documentActions, probabilitiesShown, type DocumentActions } from './document-actions.ts';
import { documentSearch } from './find.ts';
import { generationHistory } from './generation-history.ts';
import { documentMarks, marksField, setMarks } from './marks-field.ts';
import { slotAt, type Slot } from './marks.ts';
import { readMarks } from './stored-marks.ts';
import { tokenTables } from './token-table.ts';
import { classOf, PROBABILITY_CLASSES } from './probability.ts';

const modelText = Decoration.mark({ class: 'cm-model-text' });
const stopSequence = Decoration.mark({
  class: 'cm-stop-sequence',
  attributes: { title: 'Stop sequence, returned as part of the text' },
});
const classMarks = PROBABILITY_CLASSES.map((_least, index) =>
  Decoration.mark({ class: `cm-probability cm-probability-${index}` }),
);

function visible(
  view: EditorView,
  from: number,
  to: number,
): readonly [number, number] | undefined {
  const { viewport } = view;
  const [start, end] = [Math.max(from, viewport.from), Math.min(to, viewport.to)];
  return start < end ? [start, end] : undefined;
}

function textMarks(view: EditorView): DecorationSet {
  const { tints, stops } = view.state.field(marksField);
  const ranges: Range<Decoration>[] = [];
  for (const { from, to } of tints) {
    const span = visible(view, from, to);
    if (span !== undefined) ranges.push(modelText.range(...span));
  }
  for (const { from, to } of stops) {
    const span = visible(view, from, to);
    if (span !== undefined) ranges.push(stopSequence.range(...span));
  }
  return Decoration.set(ranges, true);
}

function probabilityMarks(view: EditorView): DecorationSet {
  if (!view.state.field(probabilitiesShown)) return Decoration.none;
  const { tokens } = view.state.field(marksField);
  const builder = new RangeSetBuilder<Decoration>();
  for (const range of view.visibleRanges) {
    let open: { from: number; to: number; index: number } | undefined;
    const close = (): void => {
      const mark = open === undefined ? undefined : classMarks[open.index];
      if (open !== undefined && mark !== undefined) builder.add(open.from, open.to, mark);
      open = undefined;
    };
    tokens.between(range.from, range.to, (from, to, value) => {
      const index = classOf(value.tokens);
      const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)];
      if (index === undefined || start >= end) return;
      if (open?.index === index && open.to === start) open.to = end;
      else {
        close();
        open = { from: start, to: end, index };
      }
    });
    close();
  }
  return builder.finish();
}

const rightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });

/** Matches a line whose first letter is right-to-left, e.g. Hebrew or Arabic. */
const BEGINS_RIGHT_TO_LEFT =
  /^\P{L}*[\u{590}-\u{8FF}\u{FB1D}-\u{FDFF}\u{FE70}-\u{FEFC}\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Characters searched for the first letter. */
const LINE_BEGINNING = 100;

/** Sets the direction of right-to-left lines in the viewport. */
function lineDirections({
  state,
  viewport,
}: Pick<EditorView, 'state' | 'viewport'>): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  const last = state.doc.lineAt(viewport.to).number;
  for (let number = state.doc.lineAt(viewport.from).number; number <= last; number += 1) {
    const { from, text } = state.doc.line(number);
    if (BEGINS_RIGHT_TO_LEFT.test(text.slice(0, LINE_BEGINNING)))
      builder.add(from, from, rightToLeft);
  }
  return builder.finish();
}

function versionWidgets(view: EditorView): DecorationSet {
  const { slots } = view.state.field(marksField);
  const { from, to } = view.viewport;
  const ranges = slots
    .filter((slot) => slot.versions.length > 1 && slot.from >= from && slot.from <= to)
    .map((slot) =>
      Decoration.widget({ widget: new VersionWidget(slot), side: 1 }).range(slot.from),
    );
  return Decoration.set(ranges, true);
}

class VersionWidget extends WidgetType {
  readonly #slot: Slot;

  constructor(slot: Slot) {
    super();
    this.#slot = slot;
  }

  override eq(other: VersionWidget): boolean {
    const [a, b] = [this.#slot, other.#slot];
    return a.id === b.id && a.active === b.active && a.versions.length === b.versions.length;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, active, versions } = this.#slot;
    const group = document.createElement('span');
    group.className = 'cm-versions';
    group.setAttribute('role', 'group');
    group.setAttribute('aria-label', `Version ${active + 1} of ${versions.length}`);
    const button = (text: string, label: string, by: 1 | -1, canStep: boolean) => {
      const element = document.createElement('button');
      element.type = 'button';
      element.textContent = text;
      element.disabled = !canStep;
      element.setAttribute('aria-label', label);
      element.title = label;
      // keeps the cursor in place
      element.addEventListener('mousedown', (event) => event.preventDefault());
      element.addEventListener('click', () => {
        view.state.facet(documentActions).stepVersion(id, by);
      });
      return element;
    };
    const place = document.createElement('span');
    place.textContent = `${active + 1}/${versions.length}`;
    group.append(
      button('‹', 'Previous version (Alt+Up)', -1, active > 0),
      place,
      button('›', 'Next version (Alt+Down)', 1, active < versions.length - 1),
    );
    return group;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Decorates only the visible part, so that long documents cost no more than a screenful. */
const documentLayers: Extension = [
  probabilitiesShown,
  // the first decoration is the inner element, so its background covers the tint
  EditorView.decorations.of(probabilityMarks),
  EditorView.decorations.of(textMarks),
  EditorView.decorations.of(versionWidgets),
  EditorView.decorations.of(lineDirections),
];

export type OpenDocument = ReturnType<typeof createOpenDocument>;

export function createOpenDocument(deps: {
  readonly id: string;
  readonly text: string;
  readonly marks: unknown;
  readonly actions: DocumentActions;
  /** CodeMirror's style elements need it under the page's content security policy. */
  readonly nonce: string;
}) {
  const listeners = createCallbacks<[transactions: readonly Transaction[]]>();
  const leaving = createCallbacks();
  let view: EditorView | undefined;
  let scroll: StateEffect<unknown> | undefined;
  let isPinned = true;
  let isFocusWanted = false;
  let state = EditorState.create({
    doc: deps.text,
    extensions: extensionsOf(deps.actions, deps.nonce),
  });
  state = state.update({ effects: setMarks.of(readMarks(deps.marks, state.doc)) }).state;

  /** Applies several in one update of the view. */
  function applyAll(transactions: readonly Transaction[]): void {
    if (view !== undefined) return view.dispatch(transactions);
    state = transactions.at(-1)?.state ?? state;
    listeners.call(transactions);
  }

  /** Scrolling up stops following the end; reaching the bottom resumes it. */
  function watchScrolling(scroller: HTMLElement): void {
    scroller.addEventListener('wheel', ({ deltaY }) => deltaY < 0 && release(), { passive: true });
    scroller.addEventListener('mousedown', release);
    scroller.addEventListener('keydown', ({ key }) => {
      if (['PageUp', 'ArrowUp', 'Home'].includes(key)) release();
    });
    scroller.addEventListener('scroll', () => {
      const below = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
      if (below < 2) isPinned = true;
    });
  }

  function release(): void {
    isPinned = false;
  }

  return {
    id: deps.id,
    state: (): EditorState => state,
    apply: (spec: TransactionSpec): void => applyAll([state.update(spec)]),
    applyAll,
    /** @returns an unmount function that keeps the state */
    mount(parent: HTMLElement): () => void {
      const mounted = new EditorView({
        state,
        parent,
        dispatchTransactions(transactions, target) {
          target.update(transactions);
          ({ state } = target);
          listeners.call(transactions);
        },
        ...(scroll === undefined ? {} : { scrollTo: scroll }),
      });
      view = mounted;
      watchScrolling(mounted.scrollDOM);
      mounted.contentDOM.addEventListener('blur', () => leaving.call());
      // a dialog that opened meanwhile keeps the focus
      if (isFocusWanted && !isInDialog()) mounted.focus();
      isFocusWanted = false;
      return () => {
        scroll = mounted.scrollSnapshot();
        view = undefined;
        mounted.destroy();
      };
    },
    focus(): void {
      isFocusWanted = view === undefined;
      view?.focus();
    },
    blur: (): void => view?.contentDOM.blur(),
    /** Scrolls a position to the middle once the view is mounted. */
    reveal(position: number): void {
      const effects = EditorView.scrollIntoView(position, { y: 'center' });
      if (view === undefined) scroll = effects;
      else view.dispatch({ effects });
    },
    /** True while the view follows the end of the running text. */
    isPinned: (): boolean => isPinned && view !== undefined,
    pin(): void {
      isPinned = true;
    },
    onLeave: leaving.on,
    subscribe: listeners.on,
  };
}

function extensionsOf(actions: DocumentActions, nonce: string): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    // keeps a model's carriage returns, so that positions match the answer's text
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => text.replaceAll(/\r\n?/gu, '\n')),
    highlightSpecialChars(),
    documentActions.of(actions),
    documentMarks,
    generationHistory,
    documentLayers,
    tokenTables,
    documentSearch,
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    placeholder('Write the beginning, and let the model continue.'),
    EditorView.contentAttributes.of({
      'aria-label': 'Document',
      spellcheck: 'true',
      autocorrect: 'off',
    }),
    keymap.of([
      { key: 'Mod-z', run: actions.undo, preventDefault: true },
      { key: 'Mod-y', run: actions.redo, preventDefault: true },
      { key: 'Mod-Shift-z', run: actions.redo, preventDefault: true },
      { key: 'Alt-ArrowUp', run: stepVersion(actions, -1), preventDefault: true },
      { key: 'Alt-ArrowDown', run: stepVersion(actions, 1), preventDefault: true },
      { key: 'Escape', run: (view) => actions.stop() || leave(view) },
      ...standardKeymap,
    ]),
  ];
}

/** Steps the innermost slot at the cursor that has a version in this direction. */
function stepVersion(actions: DocumentActions, by: 1 | -1) {
  return (view: EditorView): boolean => {
    const marks = view.state.field(marksField);
    const slots = marks.slots.filter(({ versions, active }) => active + by in versions);
    const slot = slotAt({ ...marks, slots }, view.state.selection.main.head);
    if (slot === undefined) return false;
    actions.stepVersion(slot.id, by);
    return true;
  };
}

/** Blurs the text, so that single keys reach the screen's commands. */
function leave(view: EditorView): boolean {
  view.contentDOM.blur();
  return true;
}
