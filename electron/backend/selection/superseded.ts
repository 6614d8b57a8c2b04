export class Superseded extends Error {}
