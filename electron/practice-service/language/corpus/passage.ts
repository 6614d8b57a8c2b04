/** A short text that the language model has read. */
export interface Passage {
  /** What it is about, in a few words. */
  readonly title: string;
  readonly text: string;
}
