/** Starting it and loading a model takes a second of processor time. */
import { forkPerception } from '../perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../perception/model-files.ts';
import type { HostPorts } from '../backend/service/common/ports.ts';
import type { ProcessHandle } from '../workers/fork-process.ts';

/** Milliseconds after which a process that no backend wants is ended, because of its memory. */
const KEPT = 20_000;

type Handle = ReturnType<NonNullable<HostPorts['startPerception']>>;

/** A running process, and who hears of it. */
interface Kept {
  readonly process: ProcessHandle;
  onMessage: (message: unknown) => void;
  onEnd: (reason: string) => void;
  ending: NodeJS.Timeout | undefined;
}

/** Those that wait for their next backend. */
const waiting = new Set<Kept>();

/** As a backend's host starts it. One that is killed in the middle of an order is not used again. */
export function startKeptPerception(): Handle {
  const [first] = waiting;
  const kept = first ?? start();
  waiting.delete(kept);
  clearTimeout(kept.ending);
  let underWay = 0;
  return {
    post(message) {
      underWay += 1;
      kept.process.post(message);
    },
    onMessage(listener) {
      kept.onMessage = (message) => {
        underWay -= 1;
        listener(message);
      };
    },
    onEnd(listener) {
      kept.onEnd = listener;
    },
    kill() {
      if (underWay > 0) kept.process.kill();
      else keep(kept);
    },
  };
}

function start(): Kept {
  const kept: Kept = {
    process: forkPerception(DEVELOPMENT_MODELS),
    onMessage: () => undefined,
    onEnd: () => undefined,
    ending: undefined,
  };
  kept.process.onMessage((message) => kept.onMessage(message));
  kept.process.onEnd((reason) => {
    waiting.delete(kept);
    kept.onEnd(reason);
  });
  return kept;
}

function keep(kept: Kept): void {
  kept.onMessage = () => undefined;
  kept.onEnd = () => undefined;
  waiting.add(kept);
  kept.ending = setTimeout(() => kept.process.kill(), KEPT).unref();
}
