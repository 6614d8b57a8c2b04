import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LanguageMessage, LanguageRun } from '../../../shared/contract/language.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { createMessageLog, MESSAGES, type MessageLog } from './message-log.ts';

const END: LanguageRun = {
  id: 'a',
  state: 'done',
  request: { kind: 'completion', model: 'm', prompt: 'p' },
  model: 'a',
  isPractice: true,
  finishReasons: [],
  connectionName: 'Practice',
  createdAt: 1,
  endedAt: 2,
  pieces: 0,
};

function text(value: string, choice = 0): LanguageEvent {
  return { is: 'text', choice, text: value, pieces: 1, logprobs: [] };
}

function textOf(messages: readonly LanguageMessage[]): string {
  return messages
    .flatMap(({ events }) => events)
    .map((event) => (event.is === 'text' ? event.text : ''))
    .join('');
}

/** Reads a number of messages, or until the end. */
async function read(log: MessageLog, after: number, limit = Infinity): Promise<LanguageMessage[]> {
  const messages: LanguageMessage[] = [];
  for await (const message of log.read(after, undefined)) {
    messages.push(message);
    if (messages.length >= limit) break;
  }
  return messages;
}

describe('the messages of an answer', () => {
  it('do not delay the first text, and batch what follows at once', () => {
    const made: LanguageMessage[] = [];
    const log = createMessageLog((message) => made.push(message));
    log.add([text('It ')]);
    expect(textOf(made)).toBe('It ');
    log.add([text('be')]);
    log.add([text('gins')]);
    expect(made).toHaveLength(1);
    log.end(END);
    expect(made).toHaveLength(2);
    expect(textOf(made)).toBe('It begins');
  });

  it('contain every piece once and in order, however often a reader reconnects', async () => {
    const words = fc.array(fc.string({ maxLength: 600 }), { minLength: 1, maxLength: 40 });
    const limits = fc.infiniteStream(fc.integer({ min: 1, max: 3 }));
    await fc.assert(
      fc.asyncProperty(words, limits, async (pieces, breaks) => {
        const log = createMessageLog(() => undefined);
        const reading = (async () => {
          const seen: LanguageMessage[] = [];
          while (seen.at(-1)?.end === undefined) {
            const { value = 1 } = breaks.next();
            seen.push(...(await read(log, seen.at(-1)?.sequence ?? -1, value)));
          }
          return seen;
        })();
        for (const [index, piece] of pieces.entries()) {
          log.add([text(piece)]);
          if (index % 7 === 6) await sleep(MESSAGES.window);
          else await setImmediate();
        }
        log.end(END);
        const seen = await reading;
        expect(textOf(seen)).toBe(pieces.join(''));
        expect(seen.map(({ sequence }) => sequence)).toEqual(seen.map((_message, index) => index));
        expect(seen.filter(({ end }) => end !== undefined)).toHaveLength(1);
        expect(textOf(await read(log, -1)), 'for one that comes afterwards').toBe(pieces.join(''));
      }),
      { numRuns: 25 },
    );
  });

  it('are at most a hundred a second, however many pieces arrive', async () => {
    const log = createMessageLog(() => undefined);
    const reading = read(log, -1);
    const begin = performance.now();
    let count = 0;
    while (performance.now() - begin < 400) {
      for (let index = 0; index < 50; index++, count++) log.add([text('a long word and more')]);
      await setImmediate();
    }
    log.end(END);
    const messages = await reading;
    const seconds = (performance.now() - begin) / 1000;
    expect(count).toBeGreaterThan(1000);
    expect(messages.length).toBeLessThanOrEqual(seconds * (1000 / MESSAGES.leastInterval) + 2);
    expect(messages.length).toBeGreaterThan(3);
  });

  it('join the texts of each choice, and keep their pieces countable', async () => {
    const log = createMessageLog(() => undefined);
    const finish: LanguageEvent = { is: 'finish', choice: 1, reason: 'stop' };
    log.add([text('a'), text('b'), text('x', 1), finish, text('c')]);
    log.end(END);
    const [message] = await read(log, -1);
    expect(message?.events).toEqual([
      { is: 'text', choice: 0, text: 'abc', pieces: 3, logprobs: [] },
      text('x', 1),
      finish,
    ]);
  });

  it('release a reader whose window is closed', async () => {
    const log = createMessageLog(() => undefined);
    const controller = new AbortController();
    const reading = (async () => {
      for await (const message of log.read(-1, controller.signal)) expect(message).toBeDefined();
    })();
    log.add([text('a')]);
    controller.abort();
    await expect(reading).resolves.toBeUndefined();
    log.end(END);
  });
});
