/**
 * To be imported before everything else. The space for young objects stays as small as it is at the start:
 * V8 would double it while the program's parts are loaded and under load, to tens of megabytes that it
 * hardly gives back, for a program that mostly waits; see D240 in `docs/decisions.md`.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
