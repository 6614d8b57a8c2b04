import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { os } from '@orpc/server';
import { RPCHandler } from '@orpc/server/message-port';
import { describe, expect, it } from 'vitest';
import { APP_URL } from './app-scheme.ts';
import {
  installFileChannel,
  installPortChannel,
  trustedFrame,
  type PortRequest,
  type SendingFrame,
} from './port-channel.ts';
import { FILES_CHANNEL, PORT_CHANNEL, UPLOAD_CHANNEL } from './port-messages.ts';

type Frame = SendingFrame<MessagePort>;

function frameWith(changes: Partial<Frame> = {}): Frame {
  return {
    url: APP_URL,
    parent: null,
    detached: false,
    isDestroyed: () => false,
    postMessage: () => undefined,
    ...changes,
  };
}

function requestFrom(senderFrame: Frame | null, id = 1): PortRequest<MessagePort> {
  return { sender: { id }, senderFrame };
}

const isOwn = (id: number) => id === 1;

describe('the requester of a port', () => {
  it("S17 may be the main frame of Gesso's own window", () => {
    const frame = frameWith();
    expect(trustedFrame(requestFrom(frame), isOwn)).toBe(frame);
  });

  it('S17 may be no other frame', () => {
    const gone = frameWith();
    Object.defineProperty(gone, 'url', {
      get: () => {
        throw new Error('Render frame was disposed');
      },
    });
    const others: readonly PortRequest<MessagePort>[] = [
      requestFrom(null),
      requestFrom(frameWith(), 2),
      requestFrom(frameWith({ isDestroyed: () => true })),
      requestFrom(frameWith({ detached: true })),
      requestFrom(frameWith({ parent: frameWith() })),
      requestFrom(frameWith({ parent: undefined })),
      requestFrom(frameWith({ url: 'https://example.com/' })),
      requestFrom(frameWith({ url: 'app://other/' })),
      requestFrom(frameWith({ url: 'about:blank' })),
      requestFrom(frameWith({ url: '' })),
      requestFrom(gone),
    ];
    for (const request of others) expect(trustedFrame(request, isOwn)).toBeUndefined();
  });
});

describe('the connection between window and backend', () => {
  const router = { greet: os.handler(() => 'hello') };

  function setUp() {
    const given: MessagePort[] = [];
    const logged: string[] = [];
    const listeners: ((event: PortRequest<MessagePort>) => void)[] = [];
    installPortChannel<MessagePort>({
      ipcMain: {
        on(channel, listener) {
          expect(channel).toBe(PORT_CHANNEL);
          listeners.push(listener);
        },
      },
      createChannel: () => new MessageChannel(),
      serve: (port) => new RPCHandler(router).upgrade(port),
      isOwnWindow: isOwn,
      writeLogLine: (line) => logged.push(line),
    });
    const frame = frameWith({
      postMessage(channel, _message, transfer) {
        expect(channel).toBe(PORT_CHANNEL);
        given.push(...transfer);
      },
    });
    const ask = (event: PortRequest<MessagePort>) => listeners.forEach((listen) => listen(event));
    return { ask, frame, given, logged };
  }

  it('is replaced when the page asks again, and the old one is closed', async () => {
    const { ask, frame, given } = setUp();
    ask(requestFrom(frame));
    const [first] = given;
    const closed = new Promise((resolve) => first?.once('close', resolve));
    first?.start();
    ask(requestFrom(frame));
    await closed;
    expect(given).toHaveLength(2);
    given[1]?.close();
  });

  it('S17 is given to nobody else', () => {
    const { ask, frame, given, logged } = setUp();
    ask(requestFrom(frame, 2));
    ask(requestFrom(null));
    expect(given).toEqual([]);
    expect(logged).toHaveLength(2);
  });
});

describe('file paths from the page', () => {
  function setUp() {
    const taken: unknown[] = [];
    const logged: string[] = [];
    const listeners = new Map<string, (event: PortRequest<MessagePort>, sent: unknown) => void>();
    installFileChannel<MessagePort>({
      ipcMain: { on: (channel, listener) => listeners.set(channel, listener) },
      isOwnWindow: isOwn,
      take: (paths) => void taken.push(paths),
      placeUpload: (upload, path) => void taken.push({ upload, path }),
      writeLogLine: (line) => void logged.push(line),
    });
    const sendOn = (channel: string) => (event: PortRequest<MessagePort>, sent: unknown) =>
      listeners.get(channel)?.(event, sent);
    return { taken, logged, sendOn };
  }

  it('S17 S19 are accepted from the main frame of our window alone, and only absolute ones', () => {
    const { taken, logged, sendOn } = setUp();
    const send = sendOn(FILES_CHANNEL);
    send(requestFrom(frameWith()), ['/set/a.png', 'b.png', 7, '/set']);
    send(requestFrom(frameWith()), 'no list');
    send(requestFrom(frameWith()), []);
    send(requestFrom(frameWith(), 2), ['/elsewhere']);
    send(requestFrom(null), ['/elsewhere']);
    expect(taken).toEqual([['/set/a.png', '/set']]);
    expect(logged).toEqual(Array(2).fill('window: dropped files were refused'));
  });

  it('are all accepted, however many are dropped at once', () => {
    const { taken, sendOn } = setUp();
    const paths = Array.from({ length: 25_000 }, (_, index) => `/set/${index}.png`);
    sendOn(FILES_CHANNEL)(requestFrom(frameWith()), paths);
    expect(taken).toEqual([paths]);
  });

  it('S17 S19 of uploads are accepted likewise, each with the name of its upload', () => {
    const { taken, logged, sendOn } = setUp();
    const send = sendOn(UPLOAD_CHANNEL);
    send(requestFrom(frameWith()), { upload: 'a', path: '/film.mp4' });
    for (const sent of [undefined, null, 7, {}, { upload: 'a', path: 'b' }, { path: '/b' }]) {
      send(requestFrom(frameWith()), sent);
    }
    send(requestFrom(frameWith(), 2), { upload: 'a', path: '/elsewhere' });
    expect(taken).toEqual([{ upload: 'a', path: '/film.mp4' }]);
    expect(logged).toEqual(['window: the place of an upload was refused']);
  });
});
