/**
 * The backend's end of a line to the window, whatever carries it. In place of the library's own
 * adapters, which print the error of a broken frame with its stack, or leave it unhandled.
 */
import { StandardRPCHandler } from '@orpc/server/standard';
import { createServerPeerHandleRequestFn } from '@orpc/server/standard-peer';
import { ServerPeer, type EncodedMessage } from '@orpc/standard-server-peer';
import type { Router } from '../backend/router/router.ts';

/** One line. */
export interface ContractLine {
  /** A frame has arrived; anything at all, since nothing has been checked. Never throws. */
  receive(frame: unknown): void;
  /** The other end has gone: aborts running calls. */
  close(): void;
}

/**
 * @param send puts a frame on the line; may fail once the other end has gone
 * @param log one line, without the frame's content: SECURITY: S21 a frame may carry a key
 */
export function openContractLine(
  router: Router,
  send: (frame: EncodedMessage) => void,
  log: (line: string) => void,
): ContractLine {
  const peer = new ServerPeer(send);
  const handle = createServerPeerHandleRequestFn(new StandardRPCHandler(router), { context: {} });

  async function take(frame: unknown): Promise<void> {
    try {
      if (!isFrame(frame)) throw new TypeError('not a frame');
      await peer.message(frame, handle);
    } catch (error) {
      log(`window: a frame was refused (${error instanceof Error ? error.name : 'unknown'})`);
    }
  }

  return {
    receive: (frame) => void take(frame),
    close: () => peer.close(),
  };
}

function isFrame(frame: unknown): frame is EncodedMessage {
  return typeof frame === 'string' || frame instanceof ArrayBuffer || frame instanceof Uint8Array;
}
