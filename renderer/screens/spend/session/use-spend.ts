import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { createSpendSession, createSpendStore } from './spend-session.ts';

export const { useSession: useSpendSession, useSessionState: useSpend } = createLastingSession(
  () => {
    const store = createSpendStore();
    return { store, session: createSpendSession(store) };
  },
);
