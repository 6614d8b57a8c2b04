/**
 * Import this first. Under load V8 grows a heap by a multiple before collecting, and doubles the young
 * generation, for speed that a mostly idle program doesn't need. This keeps the young generation at its
 * initial size, and limits the old one's growth; figures in `docs/decisions/process-memory.md`.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');
