/**
 * Entry point. Imports almost nothing, so that a missing part, or one for another processor, ends
 * the program with a sentence. No `await` may precede the import or wait for Electron: the import
 * does what must happen before Electron is ready.
 */
import { app, dialog } from 'electron';
import './web-host/limit-memory.ts';
import { endWithLoadError } from './host/failed-start.ts';

try {
  await import('./host/program.ts');
} catch (error) {
  void endWithLoadError({ app, dialog }, error, process.argv);
}
