/** The entry of the thread in which `embedded.ts` runs the service. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddedServerOptions, ServiceThreadMessage } from './embedded.ts';
import { createPracticeServer } from './server.ts';

const options: EmbeddedServerOptions = workerData;
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
