import type { Library } from '../../library/library.ts';
import type { SavedFolder } from '../export/export-folder.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { Connections } from '../../accounts/connections/connections.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import type { PhotoWriter } from '../export/photo-writer.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { Changes } from '../../service/common/changes.ts';
import { createReadingThread } from '../../service/common/reading/read-in-thread.ts';
import { createTextBoxStore } from '../../library/text-box-store.ts';
import type { Perception } from '../../vision/perception/perception.ts';
import { createFollowStore } from './follow/follow-store.ts';
import { createFollows } from './follow/follows.ts';
import { createFinder } from './finder.ts';
import { historyProcedures } from './history-to-recipe.ts';
import { createBlendOpening } from './blend-opening.ts';
import { createOpenedSteps } from './opened-steps.ts';
import { openRecipeFolders } from './recipe-folders.ts';
import { createRecipeRuns } from './recipe-runs.ts';
import { createRecipeStore } from './recipe-store.ts';
import { createRecipes } from './recipes.ts';
import { createRunThumbnails } from './run-thumbnails.ts';
import { createRunSources } from './run-sources.ts';
import { createRunStore } from './run-store.ts';
import { createSelection } from '../selection/selection.ts';
import { createSelectionThread } from '../selection/selection-thread.ts';
import { createScreenStateStore } from '../../library/settings/screen-state-store.ts';
import type { BudgetGuard } from '../../accounts/spend/watch/index.ts';
import type { UpscaleResults } from '../upscale/upscale-results.ts';
import { os } from '../../service/common/procedures.ts';

export async function createRecipeRoom(
  deps: Library & {
    readonly jobs: JobStore;
    readonly jobRunner: JobRunner;
    readonly writer: PhotoWriter;
    readonly upscales: UpscaleResults;
    readonly perception: Perception;
    readonly connections: Connections;
    readonly prices: PriceStore;
    readonly budgetGuard: Pick<BudgetGuard, 'require'>;
    readonly ports: HostPorts;
    readonly savedFolder: Pick<SavedFolder, 'path'>;
    readonly changes: Pick<Changes, 'publish'>;
    readonly log: (line: string) => void;
    /** Interval between scans of watched folders, ms; 0: no automatic scans. */
    readonly followEvery: number | undefined;
  },
) {
  const { database, perception, jobRunner } = deps;
  const recipeJobs = jobRunner.recipeJobs;
  const kept = createRecipeStore(database);
  kept.purge();
  const store = createRunStore(database);
  // Keeps the draft on the screen with its files and plan, and removes other drafts.
  store.removeDrafts(createScreenStateStore(database).get().recipeInHand?.draftId ?? undefined);
  const folders = await openRecipeFolders(deps.folder, store.copies());
  // A separate thread, so that requests of Studio and recipes don't cancel each other.
  const selection = createSelection({ ...deps, thread: createSelectionThread() });
  const finder = createFinder({ perception, selection });
  const tools = { ...deps, recipeJobs, recipes: kept, finder };
  const recipeRuns = createRecipeRuns({
    ...deps,
    recipeJobs,
    store,
    folders,
    tools,
    openings: {
      ...deps,
      textBoxes: createTextBoxStore(database),
      opened: createOpenedSteps(database),
      blendOpening: createBlendOpening({ ...deps, blends: deps.patchBlends }),
    },
  });
  const readingThread = createReadingThread();
  const recipes = createRecipes({ ...deps, store: kept, readingThread });
  const recipeFollows = createFollows({
    ...deps,
    follows: createFollowStore(database),
    runStore: store,
    runs: recipeRuns,
    recipes,
    every: deps.followEvery,
  });
  const recipeSources = createRunSources({
    ...deps,
    store,
    folders,
    changed: () => recipeRuns.filesChanged(),
  });
  return {
    procedures: {
      recipes: {
        ...recipes.procedures,
        ...recipeRuns.procedures,
        ...recipeSources.procedures,
        ...historyProcedures({ ...deps, recipes: kept, keepFace: recipes.keepFace }),
      },
      recipeFollows: recipeFollows.procedures,
    },
    recipeFollows,
    recipeRuns,
    recipeSources,
    recipeThumbnails: createRunThumbnails({ ...deps, store, folders }),
    cancelMany: cancelManyProcedure(jobRunner, recipeRuns.stopIfOwn),
    /** Resumes work of the last session; jobs must be resumed first. */
    takeUp: () => recipeRuns.takeUp(),
    async close() {
      readingThread.close();
      await recipeFollows.close();
      await Promise.all([recipeRuns.close(), finder.close()]);
    },
  };
}

/** A recipe also has planned calls without jobs, so it is stopped completely. */
function cancelManyProcedure(
  jobs: Pick<JobRunner, 'cancelMany' | 'history'>,
  stopRecipe: (runId: string) => boolean,
) {
  return os.jobs.cancelMany.handler(({ input: order }) => {
    const [group] = 'groupId' in order ? jobs.history.groups([order.groupId]) : [];
    if (group?.kind !== 'recipe' || !stopRecipe(group.id)) return jobs.cancelMany(order);
    const { waiting, running } = group.counts;
    if (order.also === 'sent') jobs.cancelMany(order);
    const cancelled = waiting + (order.also === 'sent' ? running : 0);
    return { cancelled, saved: group.waitingCost };
  });
}
