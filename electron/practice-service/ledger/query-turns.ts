/** Lets one query at a time through, with a pause between them if one is asked for. */
export class QueryTurns {
  #isBusy = false;
  #freeAt = 0;

  /** Takes the turn, or says that it is not free. */
  begin(): boolean {
    if (this.#isBusy || performance.now() < this.#freeAt) return false;
    this.#isBusy = true;
    return true;
  }

  /** @param gapMilliseconds time in which no other query is let through */
  end(gapMilliseconds: number): void {
    this.#isBusy = false;
    this.#freeAt = performance.now() + gapMilliseconds;
  }

  /** Forgets the pause after the last query. */
  reset(): void {
    this.#freeAt = 0;
  }
}
