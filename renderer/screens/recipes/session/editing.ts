import {
  MOST_STEPS,
  type Recipe,
  type RecipeStep,
  type StepKind,
} from '../../../../shared/contract/recipes.ts';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Attempts } from '../../../core/backend/attempts.ts';
import type { BackendClient } from '../../../core/backend/client.ts';
import type { uploadFile } from '../../../core/backend/media.ts';
import { createUndo } from '../../../core/backend/undo.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { moved, newStep } from '../model/new-step.ts';
import { STEP_TITLES } from '../model/step-words.ts';
import { NO_RECIPE, type RecipesState, type RecipesStore } from './recipes-store.ts';
import { createRecipeSaving } from './saving-recipes.ts';

const TOO_MANY_STEPS = `A recipe has ${MOST_STEPS} steps at most.`;

/** Every method reports errors in the store and never rejects. */
export function createRecipeEditing(
  deps: Attempts & {
    readonly backend: Pick<BackendClient, 'recipes'>;
    readonly store: RecipesStore;
    readonly upload: typeof uploadFile;
    say(message: string): void;
    sayUndo(message: string, undo: () => void): void;
    changed(): void;
    takeUp(draftId: string): void;
  },
) {
  const { backend, store, attempt, say, changed } = deps;
  const undo = createUndo(deps);
  const { recipes } = backend;
  let importing: AbortController | undefined;
  let saved: readonly Recipe[] | undefined;
  /** Counts recipes that were opened, so that a late answer replaces no newer one. */
  let opened = 0;
  /** Counts requests for the steps of a picture: only the latest is opened. */
  let requested = 0;

  function edit(steps: readonly RecipeStep[], openStep?: number): void {
    store.setState(({ inHand }) => ({ inHand: { ...inHand, steps, isChanged: true }, openStep }));
    changed();
  }

  const steps = (): readonly RecipeStep[] => store.getState().inHand.steps;

  function insert(step: RecipeStep): void {
    const now = steps();
    if (now.length >= MOST_STEPS) return say(TOO_MANY_STEPS);
    // a picture is saved at the end
    const at = step.kind !== 'save' && now.at(-1)?.kind === 'save' ? now.length - 1 : now.length;
    edit([...now.slice(0, at), step, ...now.slice(at)], at);
  }

  function open(inHand: RecipesState['inHand']): void {
    opened += 1;
    store.setState({ inHand, openStep: undefined });
    changed();
  }

  /** Opens a recipe, and offers to come back to one that was not saved. */
  function replace(inHand: RecipesState['inHand']): void {
    const { inHand: before } = store.getState();
    open(inHand);
    if (before.isChanged && before.steps.length > 0) {
      undo.offer(`Closed “${before.name}” without saving it.`, async () => replace(before));
    }
  }

  const unchanged = ({ id, name, steps: kept, isBuiltIn }: Recipe): RecipesState['inHand'] => ({
    recipeId: id,
    name,
    steps: kept,
    isBuiltIn,
    isChanged: false,
  });

  async function find(recipeId: string): Promise<Recipe | undefined> {
    return (await recipes.list()).find(({ id }) => id === recipeId);
  }

  /** Opens a recipe that has been made, unless another one was opened meanwhile. */
  async function takeMade(make: () => Promise<{ readonly recipeId: string }>): Promise<void> {
    const order = opened;
    const { recipeId } = await make();
    const made = await find(recipeId);
    if (made === undefined) return;
    if (opened === order) replace(unchanged(made));
    else say(`“${made.name}” is in the list of recipes.`);
  }

  /** Adds a step to the recipe that is open now, unless another one is opened before it is ready. */
  const insertLater = (ready: () => Promise<RecipeStep>): Promise<void> =>
    attempt(async () => {
      const order = opened;
      const step = await ready();
      if (opened === order) insert(step);
      else say('Another recipe was opened meanwhile, so the step was not added.');
    });

  /** Opens the first recipe, so that there is something to try. */
  function takeFirst(): void {
    const { inHand, isRestored } = store.getState();
    const first = saved?.[0];
    if (isRestored && inHand === NO_RECIPE && first !== undefined) open(unchanged(first));
  }

  return {
    /** Only the first call counts. */
    restore({ recipeInHand }: Pick<ScreenState, 'recipeInHand'>): void {
      if (store.getState().isRestored) return;
      store.setState({ isRestored: true });
      if (recipeInHand === null) return takeFirst();
      const { recipeId, draftId, ...inHand } = recipeInHand;
      store.setState({ inHand: { ...inHand, recipeId: recipeId ?? undefined } });
      if (draftId !== null) deps.takeUp(draftId);
    },
    /** Only the first call counts. */
    takeSaved(kept: readonly Recipe[]): void {
      if (saved !== undefined) return;
      saved = kept;
      takeFirst();
    },
    take: (kept: Recipe): void => replace(unchanged(kept)),
    begin: (): void => replace(NO_RECIPE),
    rename: (name: string): void =>
      store.setState(({ inHand }) => ({ inHand: { ...inHand, name, isChanged: true } })),
    add: (kind: Exclude<StepKind, 'merge-face'>): void => insert(newStep(kind)),
    insert,
    change: (index: number, step: RecipeStep): void =>
      edit(
        steps().map((each, at) => (at === index ? step : each)),
        store.getState().openStep,
      ),
    move(index: number, by: -1 | 1): void {
      const next = moved(steps(), index, index + by);
      if (next === steps()) return;
      const { openStep } = store.getState();
      edit(next, openStep === index ? index + by : openStep === index + by ? index : openStep);
    },
    removeStep(index: number): void {
      const { inHand: before, openStep } = store.getState();
      const removed = before.steps[index];
      if (removed === undefined) return;
      const order = opened;
      edit(before.steps.filter((_, at) => at !== index));
      undo.offer(`Removed “${STEP_TITLES[removed.kind]}”.`, async () => {
        if (opened !== order) replace({ ...before, isChanged: true });
        else if (steps().length < MOST_STEPS) edit(steps().toSpliced(index, 0, removed), openStep);
        else throw new AppError('invalid-input', TOO_MANY_STEPS);
      });
    },
    save: createRecipeSaving(deps, () => opened),
    duplicate: ({ id }: Recipe): Promise<void> =>
      attempt(() => takeMade(() => recipes.duplicate({ recipeId: id }))),
    remove: ({ id, name }: Recipe): Promise<void> =>
      attempt(async () => {
        await recipes.remove({ recipeId: id });
        const { inHand: before } = store.getState();
        const isOpen = before.recipeId === id;
        const unsaved = { ...before, recipeId: undefined, isChanged: true };
        const order = opened;
        if (isOpen) store.setState({ inHand: unsaved });
        undo.offer(`Removed “${name}”.`, async () => {
          await recipes.restore({ recipeId: id });
          const { inHand: now } = store.getState();
          if (!isOpen || opened !== order || now.recipeId !== undefined) return;
          store.setState({ inHand: now === unsaved ? before : { ...now, recipeId: id } });
        });
      }),
    exportFile: ({ id }: Recipe): Promise<void> =>
      attempt(async () => finishSave(await recipes.exportFile({ recipeId: id }), say)),
    async importFile(file: File): Promise<void> {
      const { signal } = (importing = new AbortController());
      store.setState({ importing: file.name });
      await attempt(() =>
        takeMade(async () => {
          const uploaded = await deps.upload(file, signal);
          return recipes.importFile({ file: uploaded }, { signal });
        }),
      );
      store.setState({ importing: undefined });
    },
    stopImport: (): void => importing?.abort(),
    takeFrom: (source: { readonly photoId: string } | { readonly jobId: string }): Promise<void> =>
      attempt(async () => {
        const order = opened;
        const request = (requested += 1);
        const { steps: found, missing } = await ('photoId' in source
          ? recipes.fromPhoto(source)
          : recipes.fromJob(source));
        if (request !== requested) return;
        if (opened !== order) {
          say('Another recipe was opened meanwhile. Choose Make recipe again to open the new one.');
          return;
        }
        if (found.length === 0) {
          say(missing[0] ?? 'Nothing was done to this picture that a recipe can repeat.');
          return;
        }
        replace({ ...NO_RECIPE, steps: found, isChanged: true });
        for (const sentence of missing) say(sentence);
      }),
    addMaskOf: (photoId: string): Promise<void> =>
      insertLater(async () => {
        const { maskId } = await recipes.keepMask({ photoId });
        return { ...newStep('clean-up'), mask: { from: 'kept', maskId, placement: 'scale' } };
      }),
    addFaceOf: (picture: Promise<{ readonly id: string }>): Promise<void> =>
      insertLater(async () => {
        const { faceId } = await recipes.keepFace({ photoId: (await picture).id });
        return { kind: 'merge-face', faceId, responseType: 'png' };
      }),
  };
}
