import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceThreadMessage } from './embedded.ts';
import { createPracticeServer, type PracticeServerOptions } from './server.ts';

// Entry of the thread that startEmbeddedPracticeService starts; workerData is its options.
const options: PracticeServerOptions = workerData;
const parent = parentPort;
if (parent === null) throw new Error('This file is started as a worker.');
parent.postMessage(await start(), []);

async function start(): Promise<ServiceThreadMessage> {
  try {
    const { port } = await createPracticeServer(options).listen(0);
    return { kind: 'listening', port };
  } catch (error) {
    return { kind: 'failed', message: String(error) };
  }
}
