import { say } from '../ui/say.ts';
import { readError } from './read-error.ts';

/** Shows an error as a message, for actions whose errors have no place on the screen. */
export function sayError(thrown: unknown): void {
  say(readError(thrown).message);
}
