import { useQueryClient } from '@tanstack/react-query';
import type { ModelList } from '../../../../../shared/contract/models.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../../shared/contract/settings.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { backend, queries } from '../../../../core/backend/client.ts';
import { uploadFile } from '../../../../core/backend/media.ts';
import { useUpdateScreenState } from '../../../../core/backend/settings.ts';
import { createScreenSession } from '../../../../core/screen/screen-session.tsx';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { createCompletionSession } from './completion-session.ts';
import { createCompletionStore, type CompletionStore } from './completion-store.ts';

export {
  COMPLETION_MODES,
  isWriting,
  promptEnd,
  shownAnswer,
  type CompletionMode,
  type ShownAnswer,
  type TableDraft,
} from './completion-store.ts';
export { NOTHING_WRITTEN } from './places.ts';
export type { CompletionSession } from './completion-session.ts';
export type { CountedText } from './counted-text.ts';

export const {
  SessionProvider: CompletionProvider,
  useSession: useCompletionSession,
  useSessionState: useCompletion,
} = createScreenSession('Completion', createCompletionStore, useMaker);

function useMaker(store: CompletionStore) {
  const client = useQueryClient();
  const update = useUpdateScreenState();
  const models = () => client.getQueryData<ModelList>(queries.models.list.queryKey());
  const settings = () =>
    client.getQueryData<Settings>(queries.settings.get.queryKey()) ?? DEFAULT_SETTINGS;
  return () =>
    createCompletionSession({
      backend,
      store,
      answers,
      upload: uploadFile,
      // style elements made by CodeMirror need it
      nonce: document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '',
      say,
      sayUndo,
      keepOpen: (documentId) => update({ languageDocumentId: documentId ?? null }),
      defaultModel: () => modelForNew(models(), undefined),
      modelObstacle: (model) => modelObstacle(models(), [model]),
      isSeedLocked: () => settings().isLanguageSeedLocked,
    });
}
