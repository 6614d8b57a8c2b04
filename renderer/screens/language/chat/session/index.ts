export { ChatProvider, useChat, useChatSession, useList, useListSession } from './ChatProvider.tsx';
export type { ListState } from './list-session.ts';
