/** Starts the detection process under Node. Electron's host uses a utility process. */
import { forkProcess, type ForkedProcess } from '../workers/fork-process.ts';
import { workerEntry } from '../workers/worker-entry.ts';
import { QUIET_RUNTIME } from './quiet-runtime.ts';

export function forkPerception(models: string): ForkedProcess {
  const entry = workerEntry('./perception-process', import.meta.url);
  return forkProcess(entry, { args: [models], env: QUIET_RUNTIME });
}
