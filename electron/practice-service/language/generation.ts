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
  await pause(speed.firstTokenMilliseconds, signal);
  const begin = performance.now();
  for (let rounds = 0; choices.some((choice) => choice.finish === null);) {
    if (signal.aborted) throw new ClientGone();
    const elapsed = (performance.now() - begin) / 1000;
    const due =
      speed.tokensPerSecond === 0 ? Infinity : 1 + Math.floor(elapsed * speed.tokensPerSecond);
    if (rounds >= due) {
      const milliseconds = (1000 * rounds) / speed.tokensPerSecond - 1000 * elapsed;
      await pause(Math.ceil(milliseconds), signal);
      continue;
    }
    const events: ChoiceEvent[] = [];
    const until = performance.now() + TURN.milliseconds;
    for (let isFirst = true; rounds < due; isFirst = false) {
      if (!isFirst && (performance.now() > until || events.length >= TURN.events)) break;
      const round = nextOfEach(choices);
      if (round.length === 0) break;
      events.push(...round);
      rounds += 1;
    }
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
