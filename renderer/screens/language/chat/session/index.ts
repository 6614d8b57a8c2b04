export { USUAL_SIDE } from './add-pictures.ts';
export { besideModelsOf } from './chat-store.ts';
export { ChatProvider, useChat, useChatSession } from './ChatProvider.tsx';
export {
  changeConversation,
  copyConversation,
  importConversations,
  removeConversation,
  saveConversation,
  useList,
} from './conversation-list.ts';
