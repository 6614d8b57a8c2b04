/** Thrown in the middle of a work when a newer order has come. */
export class Superseded extends Error {}
