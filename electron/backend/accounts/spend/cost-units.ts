/** Units of the answer ledger and of Activity (10^-10 USD) per unit of the contract (1/10000 USD). */
export const COST_UNITS = 1_000_000;

export const LEDGER_DIGITS = 6;
