import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ModelList } from '../../../../../shared/contract/models.ts';
import { answers } from '../../../../markdown/answers/index.ts';
import { backend, queries } from '../../../../core/backend/client.ts';
import { uploadFile } from '../../../../core/backend/media.ts';
import { useSetting, useUpdateScreenState } from '../../../../core/backend/settings.ts';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { modelForNew, modelObstacle } from '../../models/model-choice.ts';
import { createCompletionSession, type CompletionSession } from './completion-session.ts';
import { createCompletionStore, type CompletionState } from './completion-store.ts';

const CompletionContext = createContext<CompletionSession | undefined>(undefined);

export function CompletionProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const isSeedLocked = useSetting('isLanguageSeedLocked');
  const update = useUpdateScreenState();
  const latest = useRef({ isSeedLocked, update });
  useEffect(() => {
    latest.current = { isSeedLocked, update };
  });
  const [session] = useState(() => {
    const models = () => client.getQueryData<ModelList>(queries.models.list.queryKey());
    return createCompletionSession({
      backend,
      store: createCompletionStore(),
      answers,
      upload: uploadFile,
      // style elements made by CodeMirror need it
      nonce: document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '',
      say,
      sayUndo,
      keepOpen: (documentId) => latest.current.update({ languageDocumentId: documentId ?? null }),
      defaultModel: () => modelForNew(models(), undefined),
      modelObstacle: (model) => modelObstacle(models(), [model]),
      isSeedLocked: () => latest.current.isSeedLocked,
    });
  });
  return <CompletionContext value={session}>{children}</CompletionContext>;
}

export function useCompletionSession(): CompletionSession {
  const session = use(CompletionContext);
  if (session === undefined) throw new Error('There is no completion tab around this component.');
  return session;
}

export function useCompletion<Selected>(select: (state: CompletionState) => Selected): Selected {
  return useStore(useCompletionSession().store, select);
}
