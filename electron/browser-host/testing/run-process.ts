/** The browser host as a process of its own: `node run-process.ts OPTION …`, see `run.ts`. */
import { runBrowserHost } from '../run.ts';

await runBrowserHost(process.argv.slice(2));
