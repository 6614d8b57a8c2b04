/** Memory of the whole process. */
import { setFlagsFromString } from 'node:v8';

/**
 * The space for young objects stays as small as it is at the start. V8 would double it under load, to tens
 * of megabytes that it hardly gives back, for a program that mostly waits; see D240 in `docs/decisions.md`.
 */
export function configureMemory(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
