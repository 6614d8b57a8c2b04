/** Connects the plan of the next run with the settings, in both directions. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../../../base/backend/client.ts';
import { useSettings, useUpdateSettings } from '../../../base/backend/settings.ts';
import { useRun, useStudioSession } from '../session/index.ts';

export function useRunPlanner(): void {
  const plan = useStudioSession()?.plan;
  const settings = useSettings();
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

/** The settings decide once, at the start; from then on they follow. */
function useRememberedOperation(): void {
  const plan = useStudioSession()?.plan;
  const saved = useSettings()?.runOperation;
  const update = useUpdateSettings();
  const operation = useRun((state) => state.operation);
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
