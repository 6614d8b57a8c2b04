/** The line by which `npm start` knows that Electron can run here. Imports nothing. */

/** Printed on stdout by a Gesso that is not packaged, as soon as Electron is ready. */
export const RUNNING_LINE = 'Gesso is running in Electron.';
