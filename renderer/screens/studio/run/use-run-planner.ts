import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../../../core/backend/client.ts';
import {
  useScreenStates,
  useSettings,
  useUpdateScreenState,
} from '../../../core/backend/settings.ts';

import { useStudio, useStudioSession } from '../session/index.ts';

export function useRunPlanner(): void {
  const plan = useStudioSession()?.plan;
  const settings = useSettings('margin', 'matchColors', 'studioResponseType');
  const account = useQuery(queries.connections.list.queryOptions()).data?.find(
    ({ isActive }) => isActive,
  )?.id;
  const { margin, matchColors, studioResponseType } = settings ?? {};
  const prices = useQuery(queries.prices.list.queryOptions()).data;
  useEffect(() => {
    plan?.askAgain();
  }, [plan, margin, matchColors, studioResponseType, prices, account]);
  useRememberedOperation();
}

/** Restores the last session's choice once. */
function useRememberedOperation(): void {
  const plan = useStudioSession()?.plan;
  const saved = useScreenStates('runOperation')?.runOperation;
  const update = useUpdateScreenState();
  const operation = useStudio((state) => state.run.operation);
  const isLoaded = useRef(false);
  useEffect(() => {
    if (saved === undefined || plan === undefined) return;
    if (isLoaded.current) {
      if (operation !== saved) update({ runOperation: operation });
    } else {
      isLoaded.current = true;
      plan.restoreOperation(saved);
    }
  }, [plan, saved, operation, update]);
}
