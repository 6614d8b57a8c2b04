import type { MessagePortMain } from 'electron';
import type { Router } from '../backend/api/router/router.ts';
import { openContractLine } from '../web-host/contract-line.ts';

export function servePort(
  router: Router,
  port: Pick<MessagePortMain, 'on' | 'postMessage' | 'close'>,
  log: (line: string) => void,
): void {
  const line = openContractLine(
    router,
    { send: (frame) => port.postMessage(frame), cutOff: () => port.close() },
    log,
  );
  port.on('message', ({ data }) => line.receive(data));
  port.on('close', () => line.close());
}
