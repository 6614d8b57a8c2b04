import { createLastingSession } from '../../../core/screen/screen-session.tsx';
import { createSpendSession } from './spend-session.ts';
import { createSpendStore } from './spend-store.ts';

export const { useSession: useSpendSession, useSessionState: useSpend } = createLastingSession(
  () => {
    const store = createSpendStore();
    return { store, session: createSpendSession(store) };
  },
);
