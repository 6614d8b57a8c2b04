export { createMediaHandler, type MediaHandler } from './media-handler.ts';
export { createHandedFiles } from './handed-files.ts';
export { serveFile } from './serve-file.ts';
