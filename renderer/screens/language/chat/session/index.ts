export { ChatProvider, useChat, useChatSession, useList, useListSession } from './ChatProvider.tsx';
export type { ChatSession } from './chat-session.ts';
export type { ListState } from './list-session.ts';
