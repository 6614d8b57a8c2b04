/** Leaves half of the window to the document between a list and the inspector. */
export const WIDEST_PANEL = 'max(17rem, calc(50vw - 11rem - var(--gesso-rail)))';
