/** In place of the process that finds things: finds nothing, in the pictures that the test allows. */
import type { HostPorts } from '../backend/service/common/ports.ts';
import type { PerceptionOrder } from '../perception/messages.ts';

export function createHeldFinder() {
  let isAllowed: (order: PerceptionOrder) => boolean = () => false;
  let waiting: PerceptionOrder[] = [];
  let answer: (message: unknown) => void = () => undefined;
  function answerAllowed(): void {
    const allowed = waiting.filter(isAllowed);
    waiting = waiting.filter((order) => !allowed.includes(order));
    for (const { id, kind } of allowed) answer({ id, answer: kind === 'load' ? null : [] });
  }
  return {
    start: (): ReturnType<NonNullable<HostPorts['startPerception']>> => ({
      post(message) {
        waiting.push(message as PerceptionOrder);
        // as from another process
        setImmediate(answerAllowed);
      },
      onMessage(listener) {
        answer = listener;
      },
      onEnd() {},
      kill() {},
    }),
    /** Answers what has been asked, and what will be, where it is allowed; nothing is before. */
    allow(which: (order: PerceptionOrder) => boolean): void {
      isAllowed = which;
      answerAllowed();
    },
  };
}

/** Of an order to find text: the red of its first pixel, by which the pictures of a test can differ. */
export function redOf({ kind, order }: PerceptionOrder): number | undefined {
  return kind === 'text' ? order.picture.rgb[0] : undefined;
}
