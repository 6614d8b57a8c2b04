/** The form of the texts in this folder. */

/** A short text that the language model has read. */
export interface Passage {
  /** Its topic, in a few words. */
  readonly title: string;
  readonly text: string;
}
