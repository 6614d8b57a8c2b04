/** Whose bills a connection reads, and sums that tell a lost fraction from nothing. Never changed once released. */
export const BILL_ACCOUNTS_STEP = `
  CREATE TABLE bill_accounts (
    connection_id TEXT PRIMARY KEY NOT NULL,
    -- as the service names it in each row of a bill
    account TEXT NOT NULL,
    -- milliseconds since 1970
    read_at INTEGER NOT NULL
  ) STRICT;
  -- worked out again when they are next wanted
  UPDATE bill_units SET by_category = NULL, by_product = NULL, by_owner = NULL
    WHERE by_category LIKE '%,1]%';
`;
