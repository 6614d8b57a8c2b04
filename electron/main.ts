/**
 * Imports almost nothing, so that a missing part ends the program with a sentence. No `await` may
 * precede the import: it does what must happen before Electron is ready.
 */
import { app, dialog } from 'electron';
import './web-host/limit-memory.ts';
import { endWithLoadError } from './host/failed-start.ts';

try {
  await import('./host/program.ts');
} catch (error) {
  void endWithLoadError({ app, dialog }, error, process.argv);
}
