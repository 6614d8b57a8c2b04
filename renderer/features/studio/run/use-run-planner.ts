/** Plans the next run for as long as a photo is open, and remembers what Run does. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { queries, readError } from '../../../backend/client.ts';
import { useSettings, useUpdateSettings } from '../../../backend/settings.ts';
import { useStudio } from '../session/studio-store.ts';
import { addTextBox } from './add-text-box.ts';
import { createBoxEdits } from './box-edits.ts';
import { createRunPlanner, type RunPlanner } from './planner.ts';
import { keepTextBoxes } from './kept-text-boxes.ts';
import { INITIAL_PLAN, useRun } from './run-store.ts';

export function useRunPlanner(): void {
  const session = useStudio((state) => state.session);
  const photo = useStudio((state) => (state.status === 'ready' ? state.photo : undefined));
  const planner = useRef<RunPlanner>(undefined);
  useEffect(() => {
    if (session === undefined || photo === undefined) return undefined;
    const kept = keepTextBoxes(photo.id, showError);
    const edits = createBoxEdits(session.core, photo.id, {
      changed(boxes) {
        forgetBoxError();
        kept.save(boxes);
      },
      refused: (message) => showError(new AppError({ kind: 'invalid-input', message })),
    });
    kept.load().catch(showError);
    // boxes were chosen for the photo before; that a picture is to be reduced holds for all of a series
    const textMode = useRun.getState().textMode === 'reduced' ? 'reduced' : undefined;
    useRun.setState({ ...INITIAL_PLAN, textMode, edits });
    const running = createRunPlanner(session, photo);
    planner.current = running;
    const stopBoxes = session.core.onBoxDrawn(addTextBox);
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

function showError(thrown: unknown): void {
  useStudio.setState({ error: readError(thrown) });
}

/** "No box is drawn yet" is not true any more. */
function forgetBoxError(): void {
  if (useStudio.getState().error?.kind === 'empty-mask') useStudio.setState({ error: undefined });
}
