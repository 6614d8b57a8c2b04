import type { ConversationDeps } from './conversation-deps.ts';
import { writeFile } from 'node:fs/promises';
import { titleStem } from '../../../../shared/export/file-names.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import { os } from '../../service/common/procedures.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { RUN_COLUMNS, toAnswerRun } from '../run-rows.ts';
import type { StoredConversation } from './conversation-rows.ts';
import { toMessage, type StoredMessage } from './message-rows.ts';
import { createSql } from '../../library/row-values.ts';

export const GESSO_CONVERSATION = { format: 'gesso-conversation', version: 1 } as const;

const TYPES = {
  json: { extension: 'json', mediaType: 'application/json' },
  markdown: { extension: 'md', mediaType: 'text/markdown' },
  text: { extension: 'txt', mediaType: 'text/plain' },
} as const;

export function conversationFileProcedures(
  deps: ConversationDeps & { readonly ports: Pick<HostPorts, 'saveFile'> },
) {
  const { database, conversations, messages, ports } = deps;
  const sql = createSql(database);

  function path(conversation: StoredConversation): readonly StoredMessage[] {
    return conversation.leafId === undefined ? [] : messages.pathTo(conversation.leafId);
  }

  function text(id: string, as: 'markdown' | 'text'): string {
    const conversation = conversations.get(id);
    const isMarkdown = as === 'markdown';
    const blocks: string[] = [];
    const title = conversation.title || 'Conversation';
    blocks.push(isMarkdown ? `# ${title}` : title);
    if (conversation.system.trim() !== '') {
      blocks.push(heading('System message', isMarkdown), conversation.system);
    }
    for (const { role, model, text: body, pictures } of path(conversation)) {
      blocks.push(heading(role === 'user' ? 'You' : (model ?? 'Answer'), isMarkdown));
      if (pictures.length === 1) blocks.push('[1 picture]');
      else if (pictures.length > 1) blocks.push(`[${pictures.length} pictures]`);
      if (body !== '') blocks.push(body);
    }
    return `${blocks.join('\n\n')}\n`;
  }

  function tree(id: string): unknown {
    const {
      leafId,
      isTitled: _isTitled,
      firstId: _firstId,
      revision: _revision,
      ...fields
    } = conversations.get(id);
    return {
      ...GESSO_CONVERSATION,
      conversation: { ...fields, currentMessage: leafId },
      messages: sql.all`SELECT * FROM messages WHERE conversation_id = ${id}
          AND removal_id IS NULL ORDER BY number`
        .map(toMessage)
        .map(({ number: _number, conversationId: _id, runId, ...message }) => {
          const row =
            runId === undefined
              ? undefined
              : sql.get`SELECT ${RUN_COLUMNS} FROM language_runs WHERE id = ${runId}`;
          if (runId === undefined || row === undefined) return message;
          const { id: _run, model: _model, ...answer } = toAnswerRun(runId, '', row);
          return { ...message, answer };
        }),
    };
  }

  return {
    text: os.conversations.text.handler(({ input }) => ({
      text: text(input.conversationId, input.as),
    })),
    save: os.conversations.save.handler(async ({ input: { conversationId: id, as } }) => {
      const { title } = conversations.get(id);
      const { extension, mediaType } = TYPES[as];
      return await saveByHost(ports, {
        suggestedName: `${titleStem(title || 'Conversation')}.${extension}`,
        mediaType,
        write: async (place) => {
          const content = as === 'json' ? JSON.stringify(tree(id), undefined, 2) : text(id, as);
          await writeFile(place, content, { flag: 'wx' });
        },
      });
    }),
  };
}

function heading(name: string, isMarkdown: boolean): string {
  return isMarkdown ? `## ${name}` : `${name}:`;
}
