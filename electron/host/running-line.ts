/** Lines by which `npm start` follows Gesso in Electron. Imports nothing. */

/** Printed on stdout by an unpackaged Gesso once Electron is ready. */
export const RUNNING_LINE = 'Gesso is running in Electron.';

/** Prefix of the stderr line, and dialog title, when Gesso cannot start. */
export const CANNOT_START = 'Gesso can’t start';
