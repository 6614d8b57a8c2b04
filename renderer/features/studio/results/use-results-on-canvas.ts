/** Keeps the canvas in step with what is looked at among the results. */
import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { readError } from '../../../backend/client.ts';
import { loadMask } from '../../../backend/media.ts';
import { useSettings } from '../../../backend/settings.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { useStudio } from '../session/studio-store.ts';
import { cleanedColor } from './cleaned-color.ts';
import { resultsOfState } from './photo-states.ts';
import { endComparing, flip, forgetResults, useResults } from './results-store.ts';

/** @param isShown false while another screen is in front: nothing changes by itself then */
export function useResultsOnCanvas(isShown: boolean): void {
  const core = useStudio((state) => state.session?.core);
  const photoId = useStudio((state) => state.photo?.id);
  useEffect(() => forgetResults, [photoId]);
  useFreshResults(isShown);
  useMark(core);
  useComparison(core);
  useFlicker(isShown);
  useCleaned(core);
}

/** Hidden results may have been removed in the settings. */
function useFreshResults(isShown: boolean): void {
  useEffect(() => {
    const { status, session } = useStudio.getState();
    if (isShown && status === 'ready') void session?.results.refresh();
  }, [isShown]);
}

function useMark(core: CanvasCore | undefined): void {
  const selectedId = useResults((state) => state.selectedId);
  const rect = useStudio((state) => state.patches.find(({ id }) => id === selectedId)?.rect);
  useEffect(() => {
    core?.setMark(rect);
  }, [core, rect]);
}

function useComparison(core: CanvasCore | undefined): void {
  const compared = useResults((state) => state.compared);
  const kept = useResults((state) => state.kept);
  const patches = useStudio((state) => state.patches);
  useEffect(() => {
    if (core === undefined) return;
    const first = compared && resultsOfState(compared.first, patches, kept);
    const second = compared && resultsOfState(compared.second, patches, kept);
    const isGone = compared === undefined || first === undefined || second === undefined;
    if (isGone && compared !== undefined) endComparing();
    const wanted = isGone ? undefined : { mode: compared.mode, first, second };
    core.setComparison(wanted).catch((thrown: unknown) => {
      const error = readError(thrown);
      if (error.kind === 'cancelled') return; // something newer is wanted
      endComparing();
      useStudio.setState({ error });
    });
  }, [core, compared, kept, patches]);

  const isComparing = compared !== undefined;
  useEffect(() => {
    if (core === undefined || !isComparing) return undefined;
    const { tool } = core.getSnapshot();
    const leaveForTool = () => {
      if (core.getSnapshot().tool !== tool) endComparing();
    };
    // What is done to the mask has to be seen.
    const stops = [core.subscribe(leaveForTool), core.onMaskChanged(endComparing)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [core, isComparing]);
}

function useFlicker(isShown: boolean): void {
  const core = useStudio((state) => state.session?.core);
  const side = useResults((state) => state.side);
  const isOn = useResults((state) => state.compared?.mode === 'flicker' && state.isFlickering);
  const rate = useResults((state) => state.rate);
  const isStill = useReducedMotion();
  useEffect(() => {
    core?.showSide(side);
  }, [core, side]);
  useEffect(() => {
    if (!isOn || !isShown || isStill) return undefined;
    const timer = setInterval(flip, 1000 / rate);
    return () => clearInterval(timer);
  }, [isOn, isShown, isStill, rate]);
}

function useCleaned(core: CanvasCore | undefined): void {
  const isOn = useResults((state) => state.isCleanedShown);
  const url = useStudio((state) => state.photo?.cleanedUrl);
  const patches = useStudio((state) => state.patches);
  const maskColor = useSettings()?.maskColor ?? DEFAULT_SETTINGS.maskColor;
  useEffect(() => {
    core?.setCleanedColor(cleanedColor(maskColor));
  }, [core, maskColor]);
  useEffect(() => {
    if (core === undefined || !isOn || url === undefined) return undefined;
    const controller = new AbortController();
    const show = async (): Promise<void> => {
      const tiles = await loadMask(url, controller.signal);
      if (!controller.signal.aborted) core.setCleaned(tiles);
    };
    show().catch((thrown: unknown) => {
      if (!controller.signal.aborted) useStudio.setState({ error: readError(thrown) });
    });
    return () => controller.abort();
  }, [core, isOn, url, patches]);
  useEffect(() => {
    if (!isOn) core?.setCleaned(undefined);
  }, [core, isOn]);
}
