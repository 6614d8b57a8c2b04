import type { FrozenRecipe, RecipeStep } from '../../../../shared/contract/recipes.ts';
import { readError } from '../../../core/backend/read-error.ts';
import { createRunOrders } from '../../../features/recipes/run-orders.ts';
import { BATCH_NAMES, type BatchDraft, type BatchOperation } from '../model/studio-store.ts';

import { photoIdsOf, hasPhoto } from '../model/strip.ts';
import type { SavingActions } from './saving-actions.ts';
import type { SessionContext } from './session-context.ts';
import type { StripActions } from './strip-actions.ts';

/** The contract's maximum page. */
const PAGE = 200;

export function createBatchActions(
  context: SessionContext,
  { saving, strip: ofStrip }: { readonly saving: SavingActions; readonly strip: StripActions },
) {
  const { backend, store, attempt, fail, say, sayUndo } = context;
  const { recipes } = backend;
  let planning: AbortController | undefined;
  /** The backend's draft, with the recipe it was planned for. */
  let begun: { readonly runId: string; readonly recipe: FrozenRecipe } | undefined;

  async function stepOf(draft: BatchDraft): Promise<RecipeStep> {
    const { operation, detail, placement, maskPhotoId, photoIds } = draft;
    if (operation === 'remove-text') return { kind: 'remove-text', detail, where: 'whole' };
    const photoId = maskPhotoId ?? photoIds[0] ?? '';
    const { maskId } = await recipes.keepMask({ photoId });
    const edge = await backend.cleanup.edge({ photoId });
    const { margin, matchColors } = edge ?? (await backend.settings.get());
    return { kind: 'clean-up', mask: { from: 'kept', maskId, placement }, margin, matchColors };
  }

  async function discard(runId: string | undefined): Promise<void> {
    if (runId !== undefined) await recipes.removeRun({ runId });
  }

  /** Only the latest request is planned. */
  async function plan(): Promise<void> {
    planning?.abort();
    const own = new AbortController();
    planning = own;
    const before = begun?.runId;
    begun = undefined;
    const { draft } = store.getState().batches;
    store.setSlice('batches', { plan: undefined, error: undefined });
    try {
      await discard(before);
      if (draft === undefined) return;
      const recipe = { name: BATCH_NAMES[draft.operation], steps: [await stepOf(draft)] };
      const { runId } = await recipes.draft({});
      if (own.signal.aborted) return await discard(runId);
      begun = { runId, recipe };
      await recipes.addPhotos({ runId, photoIds: draft.photoIds });
      for await (const sums of await recipes.plan({ runId, recipe }, { signal: own.signal })) {
        if (own.signal.aborted) return;
        store.setSlice('batches', { plan: sums });
      }
    } catch (thrown) {
      if (!own.signal.aborted) store.setSlice('batches', { error: readError(thrown) });
    }
  }

  /** Discards the backend's draft, unless that is starting: then it is a run that may be paid. */
  function put(draft: BatchDraft | undefined): void {
    if (store.getState().batches.isStarting) return;
    store.setSlice('batches', { draft });
    void plan();
  }

  function change(changes: Partial<BatchDraft>): void {
    const { draft } = store.getState().batches;
    put(draft && { ...draft, ...changes });
  }

  /** In the run's order. */
  async function finished(runId: string): Promise<readonly { id: string; name: string }[]> {
    const photos: { id: string; name: string }[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = { runId, filter: 'done', offset, limit: PAGE } as const;
      const { rows, total } = await recipes.files(page);
      for (const { name, after } of rows) {
        if (after !== undefined) photos.push({ id: after.photoId, name });
      }
      if (offset + PAGE >= total) return photos;
    }
  }

  return {
    /** The open photo is always selected. */
    async prepare(operation: BatchOperation): Promise<void> {
      const { photo } = store.getState();
      const { entries, choice } = store.getState().strip;
      const photoIds = photoIdsOf(entries).filter((id) => choice.chosen.has(id));
      try {
        await context.work()?.saver.flush();
        const settings = { detail: 'full', placement: 'scale' } as const;
        put({ operation, photoIds, maskPhotoId: photo?.id, ...settings });
      } catch (thrown) {
        fail(thrown);
      }
    },
    change,
    takeAll: (): void => change({ photoIds: photoIdsOf(store.getState().strip.entries) }),
    plan,
    async start(stored: 'ignore' | 'use'): Promise<void> {
      const { isStarting } = store.getState().batches;
      if (begun === undefined || isStarting) return;
      store.setSlice('batches', { isStarting: true, error: undefined });
      try {
        await context.flush();
        await recipes.start({ ...begun, stored, isOfStudio: true });
        begun = undefined;
        store.setSlice('batches', { draft: undefined, plan: undefined });
      } catch (thrown) {
        store.setSlice('batches', { error: readError(thrown) });
      } finally {
        store.setSlice('batches', { isStarting: false });
      }
    },
    forget: (): void => put(undefined),
    /** Selects a run's finished photos and reopens closed ones. */
    async show(runId: string): Promise<void> {
      try {
        const ids = (await finished(runId)).map(({ id }) => id);
        for (const id of ids) {
          // oxlint-disable-next-line no-await-in-loop -- in their order
          if (!hasPhoto(store.getState().strip, id)) await ofStrip.add(id);
        }
        const [first] = ids;
        if (first === undefined) return;
        ofStrip.goTo(first);
        ofStrip.choose({ chosen: new Set(ids), anchorId: first });
      } catch (thrown) {
        fail(thrown);
      }
    },
    saveAll: (runId: string): Promise<void> =>
      attempt(async () => saving.showMany(await finished(runId))),
    /** Call after results may have been shown or hidden. */
    judged(): void {
      if (context.work() === undefined) return;
      for (const id of photoIdsOf(store.getState().strip.entries)) ofStrip.looksChanged(id);
      context.refresh().catch(fail);
    },
    orders: createRunOrders({
      backend,
      say,
      sayUndo,
      attempt: (action) => attempt(async () => void (await action())),
    }),
  };
}
