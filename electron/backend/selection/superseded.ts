/** A newer request has replaced the running one. */
export class Superseded extends Error {}
