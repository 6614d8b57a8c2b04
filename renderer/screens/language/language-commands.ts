import { defineCommands } from '../../core/commands/define-commands.ts';

export const LANGUAGE_TABS = defineCommands(
  'language',
  { group: 'Language' },
  {
    chat: { title: 'Show Chat', words: 'tab, switch, model', isLocal: true },
    completion: { title: 'Show Completion', words: 'tab, switch, model', isLocal: true },
  },
);

export const MODEL_CHOICE = defineCommands(
  'language',
  { group: 'Language' },
  {
    model: {
      title: 'Select a model…',
      keys: ['Shift+Mod+M'],
      words: 'price, context, switch, favourite, llm, gpt',
    },
  },
);

const IN_CHAT = { group: 'Chat', firstId: 'language.chat' };

export const CHAT = defineCommands('chat', IN_CHAT, {
  new: { title: 'New conversation', keys: ['Shift+Mod+O'], words: 'new chat, chat, start, ask' },
  focus: {
    title: 'Write a message',
    keys: ['Shift+Escape'],
    words: 'composer, input, ask, prompt',
  },
  stop: { title: 'Stop the answer', keys: ['Escape'], words: 'cancel' },
  regenerate: {
    title: 'Regenerate the last answer',
    keys: ['Shift+Mod+R'],
    words: 'again, retry, another',
  },
  'copy-answer': { title: 'Copy the last answer', keys: ['Shift+Mod+C'], words: 'clipboard' },
  'copy-code': { title: 'Copy the last code', keys: ['Shift+Mod+;'], words: 'clipboard' },
  find: { title: 'Find in this conversation', keys: ['Mod+F'], words: 'search' },
  search: {
    title: 'Search all conversations',
    keys: ['Shift+Mod+F'],
    words: 'find, chats, history',
  },
});

export const CONVERSATION = defineCommands('chat', IN_CHAT, {
  system: {
    title: 'Write the system message',
    words: 'system prompt, role, persona, instructions',
  },
  rename: { title: 'Rename the conversation…', words: 'rename chat, title, name' },
  pin: { title: 'Pin or unpin the conversation', words: 'favourite, top, pin chat' },
  copy: { title: 'Copy the conversation', words: 'clipboard, markdown, copy chat' },
  export: {
    title: 'Export the conversation as Markdown…',
    words: 'save chat, export chat, download',
  },
  delete: { title: 'Delete the conversation', words: 'delete chat, remove chat' },
});

const IN_COMPLETION = { group: 'Completion', firstId: 'language.completion' };

export const COMPLETION = defineCommands('completion', IN_COMPLETION, {
  run: {
    title: 'Continue the document',
    keys: ['Mod+Enter'],
    words: 'run, generate, send, complete, write on',
  },
  stop: { title: 'Stop the answer', keys: ['Escape'], words: 'cancel, end' },
  regenerate: {
    title: 'Regenerate the answer',
    keys: ['Shift+Mod+R'],
    words: 'again, retry, another, version',
  },
  continue: { title: 'Continue after the answer', words: 'go on, more, length' },
  copy: { title: 'Copy the answer', keys: ['Shift+Mod+C'], words: 'clipboard, text' },
  new: { title: 'New document', keys: ['Shift+Mod+O'], words: 'create, notebook' },
  save: {
    title: 'Save the document as text…',
    words: 'export, file, txt, download, export document',
  },
  probabilities: {
    title: 'Show or hide probabilities',
    words: 'tokens, colours, logprobs, likely',
  },
  focus: { title: 'Go to the text', keys: ['Shift+Escape'], words: 'focus, write, cursor' },
  find: { title: 'Find in the document', keys: ['Mod+F'], words: 'search, text' },
  text: { title: 'Show the text of the document', words: 'write, back, document', isLocal: true },
  prompts: { title: 'Send several prompts', words: 'list, token ids, batch', isLocal: true },
  table: {
    title: 'Fill the variables from a table',
    words: 'csv, batch, rows, template',
    isLocal: true,
  },
});

export const PROMPTS = defineCommands('completion', IN_COMPLETION, {
  'prompts.run': {
    title: 'Run the prompts',
    keys: ['Mod+Enter'],
    words: 'send, list, tokens',
    isLocal: true,
  },
});
