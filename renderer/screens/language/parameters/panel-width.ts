/** The widest panel beside a list of conversations or documents: what is between has half of the window. */
export const WIDEST_PANEL = 'max(14rem, calc(50vw - 13rem - var(--gesso-rail-width)))';
