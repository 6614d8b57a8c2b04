/** Port 9 is below those that a system gives out, so no test that runs beside gets it. */
export const UNREACHABLE_ADDRESS = 'http://127.0.0.1:9';
