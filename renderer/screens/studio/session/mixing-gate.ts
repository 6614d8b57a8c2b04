/** Loads the code for blending on first use. */
import { shownVariant } from '../model/variants.ts';
import type { PatchMixing } from './mixing/patch-mixing.ts';
import type { SessionContext } from './session-context.ts';

export type MixingGate = ReturnType<typeof createMixingGate>;

export function createMixingGate(context: SessionContext) {
  const { fail, stores } = context;
  let loading: Promise<PatchMixing> | undefined;
  let loaded: PatchMixing | undefined;

  async function load(): Promise<PatchMixing> {
    const { createPatchMixing } = await import('./mixing/patch-mixing.ts');
    loaded = createPatchMixing(context);
    return loaded;
  }

  function judgedId(): string | undefined {
    const { patches } = stores.studio.getState();
    return shownVariant(patches, stores.results.getState().judgedId)?.id;
  }

  async function open(
    ready: Promise<PatchMixing>,
    patchId: string,
    action: ((mixing: PatchMixing) => void) | undefined,
  ): Promise<void> {
    const mixing = await ready;
    if (judgedId() !== patchId) return; // another result is judged by now
    if (await mixing.open(patchId)) action?.(mixing);
  }

  function follow(): void {
    const openId = stores.mixing.getState().open?.patchId;
    if (openId !== undefined && openId !== judgedId()) void loaded?.close();
  }

  const stops = [stores.results.subscribe(follow), stores.studio.subscribe(follow)];

  return {
    /** Opens the result, then acts. */
    use(patchId: string, action?: (mixing: PatchMixing) => void): void {
      loading ??= load();
      open(loading, patchId, action).catch((thrown: unknown) => {
        if (loaded === undefined) loading = undefined; // the next use tries again
        fail(thrown);
      });
    },
    /** Never rejects. */
    settle: async (): Promise<void> => await loaded?.settle(),
    /** Restores the previous tool. @returns false if the brush was not active */
    layDownBrush: (): boolean => loaded?.layDownBrush() === true,
    destroy(): void {
      for (const stop of stops) stop();
      void loaded?.settle();
    },
  };
}
