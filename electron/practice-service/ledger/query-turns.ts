/** The turns in which bills are asked for: the service answers one query of an account at a time. */

/** Lets one query at a time through, with a pause between them if one is asked for. */
export interface QueryTurns {
  /** Takes the turn; false when it is not free. */
  begin(): boolean;
  /** @param gapMilliseconds time in which no other query is let through */
  end(gapMilliseconds: number): void;
  /** Forgets the pause after the last query. */
  reset(): void;
}

/** Turns of which none is taken. */
export function createQueryTurns(): QueryTurns {
  let isBusy = false;
  /** Milliseconds of `performance.now()`. */
  let freeAt = 0;
  return {
    begin: () => {
      if (isBusy || performance.now() < freeAt) return false;
      isBusy = true;
      return true;
    },
    end: (gapMilliseconds) => {
      isBusy = false;
      freeAt = performance.now() + gapMilliseconds;
    },
    reset: () => {
      freeAt = 0;
    },
  };
}
