/** What page, preload and main process say to hand over a port. Imports nothing: the preload is one file. */

/** The channel between preload and main process, in both directions. */
export const PORT_CHANNEL = 'gesso:port';

/** What the page posts to its own window when it listens. */
export const READY_TYPE = 'gesso:ready';

/** What the preload posts to the page's window, with the port. */
export const PORT_TYPE = 'gesso:port';
