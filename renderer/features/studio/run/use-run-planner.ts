/** Plans the next run for as long as a photo is open, and remembers what Run does. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { boxBetween } from '../../../../shared/geometry/box-edit.ts';
import { queries } from '../../../backend/client.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { useStudio } from '../session/studio-store.ts';
import { createBoxEdits } from './box-edits.ts';
import { createRunPlanner, type RunPlanner } from './planner.ts';
import { INITIAL_PLAN, textBoxesOf, useRun } from './run-store.ts';
import { LEAST_TEXT_BOX } from './text-plan.ts';

export function useRunPlanner(): void {
  const session = useStudio((state) => state.session);
  const photo = useStudio((state) => (state.status === 'ready' ? state.photo : undefined));
  const planner = useRef<RunPlanner>(undefined);
  useEffect(() => {
    if (session === undefined || photo === undefined) return undefined;
    const edits = createBoxEdits(session.core, photo.id, forgetBoxError);
    useRun.setState({ ...INITIAL_PLAN, edits });
    const running = createRunPlanner(session, photo);
    planner.current = running;
    const stopBoxes = session.core.onBoxDrawn((from, to) => {
      const box = boxBetween(from, to, photo, LEAST_TEXT_BOX);
      if (box === undefined) return;
      const boxes = [...textBoxesOf(useRun.getState(), photo.id), box];
      edits.setTextBoxes(boxes, 'drawing a box');
    });
    return () => {
      stopBoxes();
      running.stop();
      planner.current = undefined;
      useRun.setState({ ...INITIAL_PLAN, edits: undefined });
    };
  }, [session, photo]);

  const settings = useSettings();
  const account = useQuery(queries.connections.list.queryOptions()).data?.find(
    ({ isActive }) => isActive,
  )?.id;
  const { maskGrow, matchColors, cleanupPrice, removeTextPrice } = settings ?? {};
  useEffect(() => {
    planner.current?.ask();
  }, [maskGrow, matchColors, cleanupPrice, removeTextPrice, account]);
  useRememberedOperation();
}

/** The settings decide once, at the start; from then on they follow. */
function useRememberedOperation(): void {
  const saved = useSettings()?.runOperation;
  const update = useUpdateSettings();
  const operation = useRun((state) => state.operation);
  const isLoaded = useRef(false);
  useEffect(() => {
    if (saved === undefined) return;
    if (isLoaded.current) {
      if (operation !== saved) update({ runOperation: operation });
    } else {
      isLoaded.current = true;
      useRun.setState({ operation: saved });
    }
  }, [saved, operation, update]);
}

/** "No box is drawn yet" is not true any more. */
function forgetBoxError(): void {
  if (useStudio.getState().error?.kind === 'empty-mask') useStudio.setState({ error: undefined });
}
