/** A conversation file to import. */
import { upload } from '../flows/window.ts';
import type { Page } from 'playwright';

/** An export as ChatGPT makes it, one line a conversation. */
export function exported(conversations: number, text: string): string {
  const one = (index: number) => ({
    title: `Imported ${index}`,
    create_time: 1_700_000_000 + index,
    current_node: 'b',
    mapping: {
      root: { id: 'root', parent: null, children: ['a'], message: null },
      a: {
        id: 'a',
        parent: 'root',
        children: ['b'],
        message: {
          author: { role: 'user' },
          create_time: 1_700_000_000 + index,
          content: { content_type: 'text', parts: [`Question ${index}`] },
        },
      },
      b: {
        id: 'b',
        parent: 'a',
        children: [],
        message: {
          author: { role: 'assistant' },
          create_time: 1_700_000_001 + index,
          content: { content_type: 'text', parts: [text] },
        },
      },
    },
  });
  return JSON.stringify(Array.from({ length: conversations }, (_none, index) => one(index)));
}

/** Chooses a file to import conversations from. */
export async function importFile(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for conversations' }).click();
  await upload(page.getByRole('menuitem', { name: 'Import conversations (JSON)…' }), path);
}
