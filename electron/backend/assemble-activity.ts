/** Connects Activity to modules that it may not import. */
import type { Failure } from './accounts/activity/report.ts';
import type { Core } from './assemble-core.ts';
import type { JobHistory } from './work/jobs/log/job-history.ts';
import type { ModelLists } from './language/models/model-list.ts';

/** Most failed jobs in a report. */
const FAILURES = 50;

/** Call before the first service call. */
export function beginActivity(
  { activity, connections }: Pick<Core, 'activity' | 'connections'>,
  deps: {
    readonly version: string;
    readonly history: Pick<JobHistory, 'list'>;
    readonly models: Pick<ModelLists, 'factsOf'>;
  },
): void {
  activity.begin({
    version: deps.version,
    modelPrices: (connectionId, model) => deps.models.factsOf(connectionId, model).prices,
    connectionName: (connectionId) => connections.named(connectionId).name,
    async connections() {
      const all = await connections.list();
      return {
        accounts: all.filter(({ kind }) => kind === 'account').length,
        isPracticeActive: all.some(({ kind, isActive }) => kind === 'practice' && isActive),
      };
    },
    failures: () =>
      deps.history
        .list({ states: ['failed', 'unknown'], limit: FAILURES })
        .flatMap(({ kind, createdAt, endedAt, error }): readonly Failure[] =>
          error === undefined ? [] : [{ at: endedAt ?? createdAt, what: kind, error }],
        ),
  });
}
