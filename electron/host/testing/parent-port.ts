/** Gives a child process of Node the line to its parent that a utility process of Electron has. */
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => void process.send?.(message),
});
process.on('message', (data) => port.emit('message', { data }));
process.on('disconnect', () => process.exit(0));
Object.assign(process, { parentPort: port });
