/** The browser host as a process of its own: `node run-process.ts OPTION …`, see `run.ts`. */
import { readStartOrder } from '../../terminal/start-order.ts';
import { runBrowserHost } from '../run.ts';

await runBrowserHost(readStartOrder(process.argv.slice(2), { folder: process.cwd() }));
