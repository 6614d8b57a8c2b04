/** An open document; a generation writes to it with or without a view. */
import { standardKeymap } from '@codemirror/commands';
import {
  EditorState,
  type Extension,
  type StateEffect,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { createCallbacks } from '../../../../../shared/callbacks.ts';
import { isInDialog } from '../../../../core/commands/use-command-keys.ts';
import { documentActions, type DocumentActions } from './document-actions.ts';
import { documentSearch } from './find.ts';
import { generationHistory } from './generation-history.ts';
import { documentLayers } from './layers.ts';
import { documentMarks, marksField, setMarks } from './marks-field.ts';
import { slotAt } from './marks.ts';
import { readMarks } from './stored-marks.ts';
import { tokenTables } from './token-table.ts';

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
    if (view !== undefined) {
      view.dispatch(transactions);
      return;
    }
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
    apply(spec: TransactionSpec): void {
      applyAll([state.update(spec)]);
    },
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
      mounted.contentDOM.addEventListener('blur', () => {
        leaving.call();
      });
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
