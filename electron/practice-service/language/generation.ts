/** Several answers side by side, at the speed of a real model. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ClientGone } from '../errors.ts';
import { pause } from '../waiting.ts';
import type { Choice, Finish, Step } from './choice.ts';

/** An event of one of several answers. */
export type ChoiceEvent =
  | { readonly index: number; readonly step: Step }
  | { readonly index: number; readonly finish: Finish };

/** How fast answers come. */
export interface Speed {
  /** Tokens a second of each answer; 0 for as fast as they can be made and sent. */
  readonly tokensPerSecond: number;
  /** Milliseconds before the first token. */
  readonly firstTokenMilliseconds: number;
}

const TURN = {
  /** Most milliseconds of work before other calls get a turn. */
  milliseconds: 5,
  /** Most events of one batch, so that a slow reader does not make the service run far ahead. */
  events: 64,
} as const;

/**
 * Makes several answers side by side, a token of each at a time, at a given speed.
 *
 * @throws ClientGone when the signal is aborted
 */
export async function* generate(
  choices: readonly Choice[],
  speed: Speed,
  signal: AbortSignal,
): AsyncGenerator<readonly ChoiceEvent[], void, undefined> {
  const { tokensPerSecond, firstTokenMilliseconds } = speed;
  await pause(firstTokenMilliseconds, signal);
  const begin = performance.now();
  const isGoingOn = (): boolean => choices.some((choice) => choice.finish === null);
  /** Milliseconds until a token of each answer is due. */
  const untilDue = (round: number): number =>
    tokensPerSecond === 0 ? 0 : begin + (1000 * round) / tokensPerSecond - performance.now();
  for (let round = 0; isGoingOn();) {
    await pause(Math.ceil(untilDue(round)), signal);
    if (signal.aborted) throw new ClientGone();
    const events: ChoiceEvent[] = [];
    const until = performance.now() + TURN.milliseconds;
    do {
      events.push(...nextOfEach(choices));
      round += 1;
    } while (
      isGoingOn() &&
      untilDue(round) <= 0 &&
      performance.now() <= until &&
      events.length < TURN.events
    );
    yield events;
    await nextTurn();
  }
}

/** One more token of every answer that still goes on. */
function nextOfEach(choices: readonly Choice[]): readonly ChoiceEvent[] {
  const events: ChoiceEvent[] = [];
  for (const [index, choice] of choices.entries()) {
    if (choice.finish !== null) continue;
    const step = choice.step();
    if (step !== null) events.push({ index, step });
    if (choice.finish !== null) events.push({ index, finish: choice.finish });
  }
  return events;
}
