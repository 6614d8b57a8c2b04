/** The lines by which `npm start` knows what becomes of Gesso in Electron. Imports nothing. */

/** Printed on stdout by a Gesso that is not packaged, as soon as Electron is ready. */
export const RUNNING_LINE = 'Gesso is running in Electron.';

/** Begins a line on stderr that says why Gesso ends, and titles the dialog about it. */
export const CANNOT_START = 'Gesso can’t start';
