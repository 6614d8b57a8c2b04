/**
 * An address that refuses connections. Its port (“discard”) is below those that a system gives out, so no test
 * that runs beside gets it: a port that was just freed may belong to another service at the next moment.
 */
export const UNREACHABLE_ADDRESS = 'http://127.0.0.1:9';
