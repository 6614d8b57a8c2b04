/** Starts processes that read files from outside, where threads are unsafe. */
import type { StartReader } from '../workers/fork-process.ts';
import { startUtility, type UtilityProcesses } from './start-utility.ts';

export function createStartReader(utilityProcess: UtilityProcesses): StartReader {
  return (entry, megabytes) =>
    startUtility(utilityProcess, entry, [], {
      // Chromium's switch, because Electron takes V8 flags from nowhere else
      // (`javascript_environment.cc`).
      execArgv: [`--js-flags=--max-old-space-size=${megabytes}`],
      serviceName: 'Gesso reader',
    });
}
