/** Colours for the code of this window, from one worker that starts with the chat, or with the first code. */
import type { CodeAnswer, CodeOrder, ColouredLine } from './code-protocol.ts';

/** Takes the lines of one order; `undefined`: they stay plain. */
type TakeLines = (lines: readonly ColouredLine[] | undefined) => void;

/** Orders colours for the lines of one block, one order after the other. */
export interface CodeBlockOrders {
  send(lines: readonly string[], isEnd: boolean, take: TakeLines): void;
  /** The block is gone: answers to its orders are dropped. */
  close(): void;
}

interface Colouring {
  open(language: string): CodeBlockOrders;
}

let made: Colouring | undefined;

/** Starts the worker, which takes a moment: to be called when code may come. */
export function prepareColours(): void {
  made ??= createColouring();
}

/** @param language a name of `languages.ts` */
export function openCodeBlock(language: string): CodeBlockOrders {
  made ??= createColouring();
  return made.open(language);
}

function createColouring(): Colouring {
  const worker = new Worker(new URL('./code.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, TakeLines[]>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<CodeAnswer>) => {
    const orders = waiting.get(data.blockId) ?? [];
    orders.shift()?.(data.lines);
    if (orders.length === 0) waiting.delete(data.blockId);
  });
  // a worker that cannot start leaves code plain
  worker.addEventListener('error', () => {
    for (const orders of waiting.values()) for (const take of orders) take(undefined);
    waiting.clear();
  });
  return {
    open(language) {
      lastId += 1;
      const blockId = lastId;
      let isOpen = false;
      return {
        send(lines, isEnd, take) {
          isOpen = !isEnd;
          waiting.set(blockId, [...(waiting.get(blockId) ?? []), take]);
          worker.postMessage({ blockId, language, lines, isEnd } satisfies CodeOrder, []);
        },
        close() {
          const orders = waiting.get(blockId);
          if (orders !== undefined)
            waiting.set(
              blockId,
              orders.map(() => () => undefined),
            );
          if (isOpen) {
            worker.postMessage(
              { blockId, language, lines: [], isEnd: true } satisfies CodeOrder,
              [],
            );
          }
        },
      };
    },
  };
}
