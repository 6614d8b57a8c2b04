/** The widest inspector beside a list of conversations or documents: what is between has half of the window. */
export const WIDEST_PANEL = 'max(17rem, calc(50vw - 11rem - var(--gesso-rail)))';
