import type { Connections } from '../../accounts/connections/connections.ts';
import type { PriceStore } from '../../accounts/connections/price-store.ts';
import type { BudgetGuard } from '../../accounts/spend/watch/index.ts';
import type { PatchStore } from '../../library/patch-store.ts';
import type { PhotoStore } from '../../library/photo-store.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import type { SavedFolder } from '../export/export-folder.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import type { RecipeJobs } from '../jobs/starting/recipe-jobs.ts';
import type { RecipeFolders } from './recipe-folders.ts';
import type { RunStore } from './run-store.ts';
import type { StepTools } from './steps/step.ts';

export interface RunDeps {
  readonly store: RunStore;
  readonly photos: PhotoStore;
  readonly patches: PatchStore;
  readonly jobs: JobStore;
  readonly recipeJobs: RecipeJobs;
  readonly connections: Pick<Connections, 'active' | 'activeId' | 'exists' | 'named'>;
  readonly prices: Pick<PriceStore, 'of'>;
  readonly folders: RecipeFolders;
  readonly tools: StepTools;
  readonly ports: Pick<HostPorts, 'notify'>;
  readonly budgetGuard: Pick<BudgetGuard, 'require'>;
  readonly savedFolder: Pick<SavedFolder, 'path'>;
  readonly log: (line: string) => void;
}
