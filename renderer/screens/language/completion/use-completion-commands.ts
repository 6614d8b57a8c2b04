/** No letter key spends money: only `Mod+Enter` and labelled buttons send. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands, type Command } from '../../../core/commands/commands.ts';
import { useGestures, type Gesture } from '../../../core/commands/gestures.ts';
import { say } from '../../../core/ui/say.ts';
import {
  NOTHING_WRITTEN,
  isWriting,
  useCompletionSession,
  useCompletionState,
  type CompletionMode,
} from './session/index.ts';

const NO_DOCUMENT = 'Open a document first';

const GESTURES: readonly Gesture[] = [
  { title: 'Alternatives of a token', how: 'Rest the pointer on it, or Alt + .' },
  { title: 'Next, previous alternative', how: 'Alt + . and Alt + ,' },
  { title: 'Continue from the alternative', how: 'Alt + Enter' },
  { title: 'Previous, next version', how: 'Alt + Up and Alt + Down' },
  { title: 'Put one of several answers into the text', how: 'Arrow keys or 1 to 9 in the answers' },
];

export function useCompletionCommands(): void {
  const session = useCompletionSession();
  const state = useCompletionState();
  const needsDocument = (): string | undefined =>
    state().document === undefined ? NO_DOCUMENT : undefined;
  const needsRest = (): string | undefined =>
    needsDocument() ??
    (state().mode === 'text' ? undefined : 'Show the text first') ??
    (isWriting(state()) ? 'An answer is being written' : undefined);

  const show = (mode: CompletionMode, title: string, keywords: readonly string[]): Command => ({
    id: `completion.${mode}`,
    title,
    group: 'Completion',
    keywords,
    obstacle: () => (state().mode === mode ? 'In front' : undefined),
    run: () => session.showMode(mode),
  });

  useGestures(GESTURES);
  useClosers([
    { layer: 'view', isOpen: () => state().mode !== 'text', close: () => session.showMode('text') },
    {
      layer: 'content',
      isOpen: () => state().document !== undefined,
      close: () => session.close(),
    },
  ]);
  useCommands([
    {
      id: 'completion.run',
      title: 'Continue the document',
      group: 'Completion',
      shortcuts: ['Mod+Enter'],
      obstacle: () => needsRest() ?? (state().length === 0 ? NOTHING_WRITTEN : undefined),
      run: () => void session.run(),
    },
    {
      id: 'completion.stop',
      title: 'Stop the answer',
      group: 'Completion',
      shortcuts: ['Escape'],
      obstacle: () => (isWriting(state()) ? undefined : 'No answer is being written'),
      run: () => session.stop(),
    },
    {
      id: 'completion.regenerate',
      title: 'Regenerate the answer',
      group: 'Completion',
      shortcuts: ['Shift+Mod+R'],
      obstacle: needsRest,
      run: () => void session.regenerate(),
    },
    {
      id: 'completion.continue',
      title: 'Continue after the answer',
      group: 'Completion',
      obstacle: needsRest,
      run: () => void session.continueOn(),
    },
    {
      id: 'completion.copy',
      title: 'Copy the answer',
      group: 'Completion',
      shortcuts: ['Shift+Mod+C'],
      obstacle: () => (session.answerText() === undefined ? 'Run the model first' : undefined),
      run: () => void copy(session.answerText() ?? ''),
    },
    {
      id: 'completion.new',
      title: 'New document',
      group: 'Completion',
      shortcuts: ['Shift+Mod+O'],
      run: () => void session.create(),
    },
    {
      id: 'completion.save',
      title: 'Save the document as text…',
      group: 'Completion',
      obstacle: needsDocument,
      run() {
        const id = state().document?.id;
        if (id !== undefined) void session.saveAs(id, 'text');
      },
    },
    {
      id: 'completion.probabilities',
      title: 'Show or hide probabilities',
      group: 'Completion',
      obstacle: needsDocument,
      run: () => session.change({ areProbabilitiesShown: !state().settings.areProbabilitiesShown }),
    },
    {
      id: 'completion.focus',
      title: 'Go to the text',
      group: 'Completion',
      shortcuts: ['Shift+Escape'],
      obstacle: needsDocument,
      run: () => {
        session.showMode('text');
        state().document?.focus();
      },
    },
    {
      id: 'completion.find',
      title: 'Find in the document',
      group: 'Completion',
      shortcuts: ['Mod+F'],
      obstacle: () =>
        needsDocument() ?? (state().mode === 'text' ? undefined : 'Show the text first'),
      run: () => session.find(true),
    },
    show('text', 'Show the text of the document', ['write', 'back', 'document']),
    show('prompts', 'Send several prompts', ['list', 'token ids', 'batch']),
    show('table', 'Fill the variables from a table', ['csv', 'batch', 'rows', 'template']),
  ]);
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.', 'done');
  } catch {
    say('The system did not let Gesso copy the answer. Select it and copy it.');
  }
}
