/** No letter key spends money: only `Mod+Enter` and labelled buttons send. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { COMPLETION } from '../language-commands.ts';
import { useGestures, type GestureHint } from '../../../core/commands/gestures.ts';
import { copyAndSay } from '../../../core/ui/copy-text.ts';
import {
  NOTHING_WRITTEN,
  isWriting,
  useCompletionSession,
  type CompletionMode,
} from './session/index.ts';

const NO_DOCUMENT = 'Open a document first';

const GESTURES: readonly GestureHint[] = [
  { title: 'Alternatives of a token', how: 'Rest the pointer on it, or Alt + .' },
  { title: 'Next, previous alternative', how: 'Alt + . and Alt + ,' },
  { title: 'Continue from the alternative', how: 'Alt + Enter' },
  { title: 'Previous, next version', how: 'Alt + Up and Alt + Down' },
  { title: 'Put one of several answers into the text', how: 'Arrow keys or 1 to 9 in the answers' },
];

export function useCompletionCommands(): void {
  const session = useCompletionSession();
  const state = session.store.getState;
  const needsDocument = (): string | undefined =>
    state().document === undefined ? NO_DOCUMENT : undefined;
  const needsText = (): string | undefined =>
    needsDocument() ?? (state().mode === 'text' ? undefined : 'Show the text first');
  const needsRest = (): string | undefined =>
    needsText() ?? (isWriting(state()) ? 'An answer is being written' : undefined);

  const show = (mode: CompletionMode) => ({
    obstacle: () => (state().mode === mode ? 'In front' : undefined),
    run: () => session.store.setState({ mode }),
  });

  useGestures(GESTURES);
  useClosers([
    {
      layer: 'view',
      isOpen: () => state().mode !== 'text',
      close: () => session.store.setState({ mode: 'text' }),
    },
    {
      layer: 'content',
      isOpen: () => state().document !== undefined,
      close: () => session.close(),
    },
  ]);
  useCommands(
    bindCommands(COMPLETION, {
      run: {
        obstacle: () => needsRest() ?? (state().length === 0 ? NOTHING_WRITTEN : undefined),
        run: () => void session.run(),
      },
      stop: {
        obstacle: () => (isWriting(state()) ? undefined : 'No answer is being written'),
        run: () => session.stop(),
      },
      regenerate: { obstacle: needsRest, run: () => void session.regenerate() },
      continue: { obstacle: needsRest, run: () => void session.continueOn() },
      copy: {
        obstacle: () => (session.answerText() === undefined ? 'Run the model first' : undefined),
        run: () => void copyAndSay(session.answerText() ?? ''),
      },
      new: () => void session.create(),
      save: {
        obstacle: needsDocument,
        run() {
          const id = state().document?.id;
          if (id !== undefined) void session.saveAs(id, 'text');
        },
      },
      probabilities: {
        obstacle: needsDocument,
        run: () =>
          session.change({ areProbabilitiesShown: !state().settings.areProbabilitiesShown }),
      },
      focus: {
        obstacle: needsDocument,
        run: () => {
          session.store.setState({ mode: 'text' });
          state().document?.focus();
        },
      },
      find: { obstacle: needsText, run: () => session.store.setState({ isFinding: true }) },
      text: show('text'),
      prompts: show('prompts'),
      table: show('table'),
    }),
  );
}
