/**
 * Import this first. Keeps V8's young generation at its initial size and limits the old one's
 * growth; figures in `docs/decisions/process-memory.md`.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');
