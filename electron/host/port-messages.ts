/** The messages of page, preload and main process that hand over a port. Imports nothing: the preload is one file. */

/** The channel between preload and main process, in both directions. */
export const PORT_CHANNEL = 'gesso:port';

/** The page's message to its own window when it listens. */
export const READY_TYPE = 'gesso:ready';

/** The preload's message to the page's window, with the port. */
export const PORT_TYPE = 'gesso:port';

/** The page's message with files that were dropped on it; the preload finds their places. */
export const FILES_TYPE = 'gesso:files';

/** The channel from the preload to the main process for these places. */
export const FILES_CHANNEL = 'gesso:files';

/** The preload's answer to the page: which of the files have no place, by their number in the list. */
export const WITHOUT_PLACE_TYPE = 'gesso:files-without-place';

/** The page's message with the file of one upload, by the name of the upload. */
export const UPLOAD_TYPE = 'gesso:upload';

/** The preload's answer to the page: whether the file has a place on the disk. */
export const UPLOAD_PLACED_TYPE = 'gesso:upload-placed';

/** The channel from the preload to the main process for this place. */
export const UPLOAD_CHANNEL = 'gesso:upload';
