import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { variantSlotOf } from '../../../../shared/results/variant-slots.ts';
import { loadMask } from '../../../core/backend/media.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { cleanedColor } from './cleaned-color.ts';
import { resultsOfState } from '../model/photo-states.ts';
import {
  type StudioSession,
  useStudio,
  useStudioSession,
  useStudioStore,
} from '../session/index.ts';

/** @param isShown false while another screen is in front: stops flickering */
export function useResultsOnCanvas(isShown: boolean): void {
  const session = useStudioSession();
  useFreshResults(session, isShown);
  useMark(session?.core);
  useComparison(session);
  useFlicker(session, isShown);
  useCleaned(session);
}

/** Hidden results may have been deleted in Settings. */
function useFreshResults(session: StudioSession | undefined, isShown: boolean): void {
  const store = useStudioStore();
  useEffect(() => {
    if (isShown && store.getState().status === 'ready') void session?.results.refresh();
  }, [session, store, isShown]);
}

function useMark(core: CanvasCore | undefined): void {
  const selectedId = useStudio((state) => state.results.selectedId);
  const rect = useStudio((state) => variantSlotOf(state.patches, selectedId)?.front.rect);
  useEffect(() => core?.picture.setMark(rect), [core, rect]);
}

function useComparison(session: StudioSession | undefined): void {
  const core = session?.core;
  const compared = useStudio((state) => state.results.compared);
  const kept = useStudio((state) => state.results.kept);
  const patches = useStudio((state) => state.patches);
  useEffect(() => {
    if (session === undefined) return;
    const { review } = session;
    const first = compared && resultsOfState(compared.first, patches, kept);
    const second = compared && resultsOfState(compared.second, patches, kept);
    const isGone = compared === undefined || first === undefined || second === undefined;
    if (isGone && compared !== undefined) review.endComparing();
    const wanted = isGone
      ? undefined
      : { mode: compared.mode, states: [{ patches: first }, { patches: second }] };
    session.core.picture.comparison.set(wanted).catch((thrown: unknown) => {
      if (toAppError(thrown).kind === 'cancelled') return; // replaced by a newer request
      review.endComparing();
      session.showError(thrown);
    });
  }, [session, compared, kept, patches]);

  const isComparing = compared !== undefined;
  useEffect(() => {
    if (session === undefined || core === undefined || !isComparing) return undefined;
    const { endComparing } = session.review;
    const { tool } = core.getSnapshot();
    const leaveForTool = () => {
      if (core.getSnapshot().tool !== tool) endComparing();
    };
    // Edits of the mask must be visible.
    const stops = [core.subscribe(leaveForTool), core.mask.onChanged(endComparing)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [session, core, isComparing]);
}

function useFlicker(session: StudioSession | undefined, isShown: boolean): void {
  const core = session?.core;
  const side = useStudio((state) => state.results.side);
  const isOn = useStudio(
    (state) => state.results.compared?.mode === 'flicker' && state.results.isFlickering,
  );
  const rate = useStudio((state) => state.results.rate);
  const isStill = useReducedMotion();
  useEffect(() => core?.picture.comparison.showState(side === 'first' ? 0 : 1), [core, side]);
  useEffect(() => {
    if (!isOn || !isShown || isStill) return undefined;
    const timer = setInterval(() => session?.review.flip(), 1000 / rate);
    return () => clearInterval(timer);
  }, [session, isOn, isShown, isStill, rate]);
}

function useCleaned(session: StudioSession | undefined): void {
  const core = session?.core;
  const isOn = useStudio((state) => state.results.isCleanedShown);
  const grownMask = useStudio((state) => state.results.grownMask);
  const url = useStudio((state) => state.photo?.cleanedUrl);
  const patches = useStudio((state) => state.patches);
  const maskColor = useSetting('maskColor');
  useEffect(() => {
    // a mask that would be sent has the mask's colour
    core?.cleaned.setColor(grownMask === undefined ? cleanedColor(maskColor) : maskColor);
  }, [core, maskColor, grownMask]);
  useEffect(() => {
    if (session === undefined) return undefined;
    if (grownMask !== undefined) {
      session.core.cleaned.setTiles(grownMask);
      return undefined;
    }
    if (!isOn || url === undefined) return undefined;
    const controller = new AbortController();
    const show = async (): Promise<void> => {
      const tiles = await loadMask(url, controller.signal);
      if (!controller.signal.aborted) session.core.cleaned.setTiles(tiles);
    };
    show().catch((thrown: unknown) => {
      if (!controller.signal.aborted) session.showError(thrown);
    });
    return () => controller.abort();
  }, [session, isOn, url, patches, grownMask]);
  useEffect(() => {
    if (!isOn && grownMask === undefined) core?.cleaned.setTiles(undefined);
  }, [core, isOn, grownMask]);
}
