import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { RunDeps } from './run-deps.ts';
import type { StoredRun } from './run-rows.ts';

/** Names the connection that Resume would use. Resume compares it and asks again if it differs. */
export function removedConnection(
  { connections, jobs }: Pick<RunDeps, 'connections' | 'jobs'>,
  { id, connectionId }: Pick<StoredRun, 'id' | 'connectionId'>,
): AppErrorData {
  const [job] = jobs.list({ groupId: id, connectionId, limit: 1 });
  const removed =
    job === undefined ? 'The connection of this run' : `The connection “${job.connectionName}”`;
  const activeId = connections.activeId();
  const next =
    activeId === undefined
      ? 'Use another one in Settings, then resume.'
      : `Resume to make the remaining calls with “${connections.named(activeId).name}”.`;
  return { kind: 'no-connection', message: `${removed} was removed. ${next}` };
}
