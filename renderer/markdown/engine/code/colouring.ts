/** Highlights code of this window with one worker, started with the chat or the first code. */
import type { CodeAnswer, CodeOrder, ColouredLine } from './code-protocol.ts';

/** Receives the lines of an order; `undefined` if they stay plain. */
type TakeLines = (lines: readonly ColouredLine[] | undefined) => void;

/** Highlights the lines of one block, one order after the other. */
export interface CodeBlockOrders {
  send(lines: readonly string[], isEnd: boolean, take: TakeLines): void;
  /** Drops the answers to open orders, as the block is gone. */
  close(): void;
}

let made: ReturnType<typeof createColouring> | undefined;

/** Starts the worker, which takes a moment. To be called when code may come. */
export function prepareColours(): void {
  made ??= createColouring();
}

/** @param language a name from `languages.ts` */
export function openCodeBlock(language: string): CodeBlockOrders {
  made ??= createColouring();
  return made.open(language);
}

function createColouring() {
  const worker = new Worker(new URL('./code.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, TakeLines[]>();
  let lastId = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<CodeAnswer>) => {
    const orders = waiting.get(data.blockId) ?? [];
    orders.shift()?.(data.lines);
    if (orders.length === 0) waiting.delete(data.blockId);
  });
  // without a worker, code stays plain
  worker.addEventListener('error', () => {
    for (const orders of waiting.values()) for (const take of orders) take(undefined);
    waiting.clear();
  });
  return {
    open(language: string): CodeBlockOrders {
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
