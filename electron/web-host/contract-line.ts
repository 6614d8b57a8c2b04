/**
 * The backend's end of a line to the window, whatever carries it. In place of the library's own
 * adapters, which print the error of a broken frame with its stack, or leave it unhandled.
 */
import { StandardRPCHandler } from '@orpc/server/standard';
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer';
import { ServerPeer, type EncodedMessage } from '@orpc/standard-server-peer';
import { MAX_FRAME_BYTES } from '../../shared/line.ts';
import type { Router } from '../backend/router/router.ts';

/** SECURITY: B7 bounds of one window, which may ask more than it reads. */
const LIMITS = {
  /** Calls that begin before an earlier one has answered: their answers are in memory at the same time. */
  beginning: 8,
  /** A call that has not answered after so long holds none up: it waits for others itself, ms. */
  beginningMilliseconds: 25,
  /** Calls without their last answer; a window has some dozens, most of them for news. */
  open: 2000,
  /** Frames that wait for their turn, and their bytes. */
  waiting: 4000,
  waitingBytes: MAX_FRAME_BYTES,
} as const;

/** One line. */
export interface ContractLine {
  /** A frame has arrived; anything at all, since nothing has been checked. Never throws. */
  receive(frame: unknown): void;
  /** The other end has gone: aborts running calls. */
  close(): void;
}

/**
 * @param line.send puts a frame on the line; may fail once the other end has gone
 * @param line.cutOff the window has asked for more than it can be given; it connects again
 * @param log one line, without the frame's content: SECURITY: S21 a frame may carry a key
 */
export function openContractLine(
  router: Router,
  line: {
    readonly send: (frame: EncodedMessage) => void;
    readonly cutOff: () => void;
  },
  log: (line: string) => void,
): ContractLine {
  const peer = new ServerPeer(line.send);
  const waiting: unknown[] = [];
  let waitingBytes = 0;
  let beginning = 0;
  let isCutOff = false;
  const handle = createServerPeerHandleRequestFn(new StandardRPCHandler(router), { context: {} });

  async function take(frame: unknown): Promise<void> {
    try {
      if (!isFrame(frame)) throw new TypeError('not a frame');
      await peer.message(frame, handle);
    } catch (error) {
      log(`window: a frame was refused (${error instanceof Error ? error.name : 'unknown'})`);
    }
  }

  /** In their order, a few at a time. */
  function begin(): void {
    while (beginning < LIMITS.beginning && waiting.length > 0) {
      const frame = waiting.shift();
      waitingBytes -= bytesOf(frame);
      beginning += 1;
      let isCounted = true;
      const goOn = (): void => {
        if (!isCounted) return;
        isCounted = false;
        clearTimeout(timer);
        beginning -= 1;
        begin();
      };
      const timer = setTimeout(goOn, LIMITS.beginningMilliseconds);
      void take(frame).finally(goOn);
    }
  }

  return {
    receive(frame) {
      if (isCutOff) return;
      waiting.push(frame);
      waitingBytes += bytesOf(frame);
      const isFull = waiting.length > LIMITS.waiting || waitingBytes > LIMITS.waitingBytes;
      if (isFull || peer.length > LIMITS.open) {
        isCutOff = true;
        waiting.length = 0;
        log('window: it asked for too much at once and was cut off');
        line.cutOff();
      } else begin();
    },
    close() {
      isCutOff = true;
      waiting.length = 0;
      peer.close();
    },
  };
}

function bytesOf(frame: unknown): number {
  if (!isFrame(frame)) return 0;
  return typeof frame === 'string' ? frame.length : frame.byteLength;
}

function isFrame(frame: unknown): frame is EncodedMessage {
  return typeof frame === 'string' || frame instanceof ArrayBuffer || frame instanceof Uint8Array;
}
