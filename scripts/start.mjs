/**
 * `npm start`: the only script that also runs on an old Node, so that it can say what is missing.
 * npm puts the project's own Node 24 (the `node` package) first; without it there is no program.
 */
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Gesso runs on Node 24, which "npm install" brings along, but this is Node ${process.versions.node}. Run "npm rebuild node --ignore-scripts=false" (or "npm install") and start again with "npm start".\n`,
  );
  process.exit(1);
}
const { enableCompileCache, flushCompileCache } = await import('node:module');
// Stripping types and compiling is half of a start: the next one finds it done.
enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/compile`);
await import('../electron/web-host/limit-memory.ts'); // before there is anything to hold
try {
  await import('./start/start.ts');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  process.stderr.write(
    `A part of Gesso is not installed (${error.message.split(' imported from ')[0]}). Run "npm install", then start again with "npm start".\n`,
  );
  process.exit(1);
}
// a program that is killed writes nothing at its end
flushCompileCache();
