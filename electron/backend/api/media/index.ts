export { createMediaHandler, type MediaHandler } from './media-handler.ts';
export { createHandedFiles } from './handed-files.ts';
export { openUploads, type Uploads } from './uploads.ts';
export { serveFile } from './serve-file.ts';
