import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeServer } from './server.ts';

const { port } = await createPracticeServer(workerData).listen(0);
parentPort?.postMessage(port, []);
