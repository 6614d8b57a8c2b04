/** Starts the processes that read files from outside, where threads are not safe. */
import type { StartReader } from '../workers/fork-process.ts';
import { startUtility, type UtilityProcesses } from './start-utility.ts';

export function createStartReader(utilityProcess: UtilityProcesses): StartReader {
  return (entry, megabytes) =>
    startUtility(utilityProcess, entry, [], {
      // Chromium's switch: Electron takes flags of V8 from nowhere else (`javascript_environment.cc`)
      execArgv: [`--js-flags=--max-old-space-size=${megabytes}`],
      serviceName: 'Gesso reader',
    });
}
