/** Imports nothing, because the preload is one file. */

/** Channel between preload and main process, in both directions. */
export const PORT_CHANNEL = 'gesso:port';

/** From the page to its own window when it listens. */
export const READY_TYPE = 'gesso:ready';

/** From the preload to the page's window, with the port. */
export const PORT_TYPE = 'gesso:port';

/** From the page, with dropped files; the preload resolves their paths. */
export const FILES_TYPE = 'gesso:files';

/** Channel from the preload to the main process for these paths. */
export const FILES_CHANNEL = 'gesso:files';

/** From the preload to the page: indices of files without a path. */
export const WITHOUT_PLACE_TYPE = 'gesso:files-without-place';

/** From the page, with the file of a named upload. */
export const UPLOAD_TYPE = 'gesso:upload';

/** From the preload to the page: whether the file has a path. */
export const UPLOAD_PLACED_TYPE = 'gesso:upload-placed';

/** Channel from the preload to the main process for this path. */
export const UPLOAD_CHANNEL = 'gesso:upload';
