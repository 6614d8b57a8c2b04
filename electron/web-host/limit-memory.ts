/**
 * To be imported before everything else. V8 lets a busy heap grow by a multiple before it collects, and
 * doubles the space for young objects under load, for speed that a program which mostly waits does not
 * need. Here the young space stays as it is at the start, and the old one grows by two fifths between two
 * collections; figures in `docs/decisions/process-memory.md`.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=40');
