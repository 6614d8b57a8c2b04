/** Starts the detection process: a crash of a native library must not end the backend. */
import { QUIET_RUNTIME } from '../perception/quiet-runtime.ts';
import type { ProcessHandle } from '../workers/fork-process.ts';
import { workerEntry } from '../workers/worker-entry.ts';
import { startUtility, type UtilityProcesses } from './start-utility.ts';

/** @param models folder of the models */
export function createStartPerception(
  utilityProcess: UtilityProcesses,
  models: string,
): () => ProcessHandle {
  const entry = workerEntry('../perception/perception-process', import.meta.url);
  return () =>
    startUtility(utilityProcess, entry, [models], {
      env: { ...process.env, ...QUIET_RUNTIME },
      serviceName: 'Gesso perception',
    });
}
