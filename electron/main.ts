/**
 * The product's entry. It imports next to nothing itself, so that a part that is missing or made for another processor
 * ends the program with a sentence. No `await` may stand before the import, and none may wait for Electron: what has
 * to be set before Electron is ready is set by the import, which Electron waits for.
 */
import './web-host/limit-memory.ts';
import { app, dialog } from 'electron';
import { endWithLoadError } from './host/failed-start.ts';

try {
  await import('./host/program.ts');
} catch (error) {
  void endWithLoadError({ app, dialog }, error, process.argv);
}
