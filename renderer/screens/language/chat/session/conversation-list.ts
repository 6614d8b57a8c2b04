import { create } from 'zustand';
import type { ConversationEntry } from '../../../../../shared/contract/conversations.ts';
import type { AppError } from '../../../../../shared/errors/app-error.ts';
import { createAttempts } from '../../../../core/backend/attempts.ts';
import { backend } from '../../../../core/backend/client.ts';
import { createUndo } from '../../../../core/backend/undo.ts';
import { uploadFile } from '../../../../core/backend/media.ts';
import { sayUndo } from '../../../../core/ui/say-undo.tsx';
import { say } from '../../../../core/ui/say.ts';
import { finishSave } from '../../../../features/saving/finish-save.ts';
import { describeImport } from '../model/import-words.ts';
import type { ChatSession, ConversationChanges } from './chat-session.ts';
import { copyAndSay } from '../../../../core/ui/copy-text.ts';

interface ListState {
  /** Missing: all folders. */
  readonly folder: string | undefined;
  readonly search: string;
  readonly order: 'newest' | 'best';
  readonly importing: Importing | undefined;
  readonly error: AppError | undefined;
}

interface Importing {
  readonly name: string;
  /** 0 to 1; missing if unknown. */
  readonly fraction: number | undefined;
  readonly stop: AbortController;
}

/** The functions below report errors here and never reject. */
export const useList = create<ListState>(() => ({
  folder: undefined,
  search: '',
  order: 'newest',
  importing: undefined,
  error: undefined,
}));

const { attempt } = createAttempts(useList);
const undo = createUndo({ attempt, sayUndo });

export function changeConversation(
  conversationId: string,
  changes: ConversationChanges,
): Promise<void> {
  return attempt(() => backend.conversations.change({ conversationId, ...changes }));
}

export function removeConversation(
  chat: ChatSession,
  { id, title }: Pick<ConversationEntry, 'id' | 'title'>,
): Promise<void> {
  const conversationIds = [id];
  const inFront = () => chat.store.getState().conversationId;
  return attempt(async () => {
    const wasOpen = inFront() === id;
    // closing it saves the draft, which a restored conversation gets back
    if (wasOpen) await chat.open(undefined);
    await backend.conversations.remove({ conversationIds });
    undo.offer(`“${title || 'New conversation'}” deleted.`, async () => {
      await backend.conversations.restore({ conversationIds });
      if (wasOpen && inFront() === undefined) void chat.open(id);
    });
  });
}

export function saveConversation(
  conversationId: string,
  as: 'json' | 'markdown' | 'text',
): Promise<void> {
  return attempt(async () => finishSave(await backend.conversations.save({ conversationId, as })));
}

export function copyConversation(conversationId: string, as: 'markdown' | 'text'): Promise<void> {
  return attempt(async () => {
    const { text } = await backend.conversations.text({ conversationId, as });
    await copyAndSay(text);
  });
}

/** @returns the id of its first conversation; stopping it keeps those imported by then */
export async function importConversations(file: File): Promise<string | undefined> {
  let first: string | undefined;
  const stop = new AbortController();
  const { signal } = stop;
  useList.setState({ importing: { name: file.name, fraction: undefined, stop } });
  await attempt(async () => {
    try {
      const upload = await uploadFile(file, signal);
      for await (const step of await backend.conversations.import({ file: upload }, { signal })) {
        if (step.kind === 'report') {
          [first] = step.report.conversationIds;
          say(describeImport(step.report));
        } else {
          useList.setState({ importing: { name: file.name, fraction: step.fraction, stop } });
        }
      }
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      say(
        'Import stopped. Complete conversations are in the list. Select the file again to import the rest.',
      );
    }
  });
  useList.setState({ importing: undefined });
  return first;
}
