/** A port of Node that behaves as one of Electron's main process. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { MessagePortMain } from 'electron';

/** Electron's port hands over events where Node's hands over the data. */
function asElectronPort(port: MessagePort): MessagePortMain {
  const electronPort = {
    on(event: string, listener: (event: { readonly data: unknown }) => void) {
      port.on(event, (data: unknown) => listener({ data }));
      return electronPort;
    },
    postMessage: (message: unknown) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
  };
  return electronPort as unknown as MessagePortMain;
}

/** In place of Electron's channel: the first port is the main process's, the second the page's. */
export class FakeMessageChannel {
  readonly port1: MessagePortMain;
  readonly port2: MessagePort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = asElectronPort(port1);
    this.port2 = port2;
  }
}
