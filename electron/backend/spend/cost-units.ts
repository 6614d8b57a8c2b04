/** Units of the ledger of answers (10^-10 USD) in a unit of the contract (1/10000 USD). */
export const COST_UNITS = 1_000_000;

/** The same as digits after the point. */
export const LEDGER_DIGITS = 6;
