/** The library's adapters print a broken frame's error with its stack, or leave it unhandled. */
import { StandardRPCHandler } from '@orpc/server/standard';
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer';
import { ServerPeer, type EncodedMessage } from '@orpc/standard-server-peer';
import { MAX_FRAME_BYTES } from '../../shared/line.ts';
import type { Router } from '../backend/api/router/router.ts';

/** SECURITY: B7 bounds of one window, which may ask more than it reads. */
const LIMITS = {
  /** Most unanswered calls: their answers are in memory together. */
  beginning: 8,
  /** After this time, an unanswered call no longer blocks others, ms. */
  beginningMilliseconds: 25,
  /** Unfinished calls; a window has some dozens, mostly subscriptions. */
  open: 2000,
  /** Waiting frames, and their bytes. */
  waiting: 4000,
  waitingBytes: MAX_FRAME_BYTES,
} as const;

/**
 * @param line.send sends a frame; may fail once the other end is gone
 * @param line.cutOff drops a window that asks for too much; it reconnects
 * @param log one line without the frame's content: SECURITY: S21 a frame may contain a key
 */
export function openContractLine(
  router: Router,
  line: {
    readonly send: (frame: EncodedMessage) => void;
    readonly cutOff: () => void;
  },
  log: (line: string) => void,
) {
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

  /** In order, a few at a time. */
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
    /** Takes any frame, unchecked. Never throws. */
    receive(frame: unknown): void {
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
    /** The other end is gone: aborts running calls. */
    close(): void {
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
