/** Some chat templates leave only the closing tag. */

/** Opening tags: DeepSeek, Qwen and most others; Seed; Magistral; Kimi; gpt-oss. */
const BEGIN =
  /^\s*(?:<(think|thinking|thoughts?|reasoning|seed:think)>|\[THINK\]|◁think▷|<\|channel\|>analysis<\|message\|>)/iu;
const END =
  /<\/(?:think|thinking|thoughts?|reasoning|seed:think)>|\[\/THINK\]|◁\/think▷|<\|end\|>|<\|channel\|>final<\|message\|>/iu;
/** May separate gpt-oss's reasoning from the answer. */
const FINAL = /^(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>/u;

/** A closing tag without an opening one, at the start or end of a line. */
const LONE_END =
  /(?<=^|\n)[^\S\n]*(?:<\/(?:think|thinking|seed:think)>|\[\/THINK\]|◁\/think▷)|(?:<\/(?:think|thinking|seed:think)>|\[\/THINK\]|◁\/think▷)(?=[^\S\n]*(?:\n|$))/iu;

/** Characters of the longest tag. */
const LONGEST_MARK = 48;

interface SplitText {
  readonly thoughts: string;
  readonly text: string;
}

/** Separates reasoning; if it never ends, everything is reasoning. */
export function splitThoughts(whole: string): SplitText {
  const { thoughts, text } = split(whole);
  return { thoughts: thoughts.trimEnd(), text };
}

function split(whole: string): SplitText & { readonly isOpen: boolean } {
  const blocks: string[] = [];
  let text = whole;
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const inside = text.slice(begin[0].length).trimStart();
    const end = END.exec(inside);
    if (end === null) return { thoughts: joined([...blocks, inside]), text: '', isOpen: true };
    blocks.push(inside.slice(0, end.index).trimEnd());
    text = inside.slice(end.index + end[0].length).replace(FINAL, '');
  }
  if (blocks.length === 0) {
    const end = LONE_END.exec(whole);
    if (end === null || isInCode(whole.slice(0, end.index))) {
      return { thoughts: '', text: whole, isOpen: false };
    }
    blocks.push(whole.slice(0, end.index).trim());
    text = whole.slice(end.index + end[0].length);
  }
  return { thoughts: joined(blocks), text: text.trimStart(), isOpen: false };
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** Returns whether a code block is open, or the answer has mentioned the opening tag before. */
function isInCode(before: string): boolean {
  const fences = before.match(/^ {0,3}(?:```|~~~)/gmu)?.length ?? 0;
  return fences % 2 === 1 || /<think(?:ing)?>/iu.test(before);
}

export class GrowingSplit {
  #whole = '';
  /** Kept apart because scanning a growing string copies it. */
  #tail = '';
  #split = split('');

  get thoughts(): string {
    return this.#split.thoughts;
  }

  /** @returns the new text; `isAnew`: everything so far was reasoning, and this replaces it */
  add(piece: string): { readonly text: string; readonly isAnew: boolean } {
    const before = this.#split;
    this.#whole += piece;
    const end = this.#tail + piece;
    this.#tail = end.slice(-LONGEST_MARK);
    if (this.#whole.length - piece.length > LONGEST_MARK && !END.test(end)) {
      const { thoughts, text, isOpen } = before;
      this.#split = isOpen
        ? { ...before, thoughts: thoughts + piece }
        : { ...before, text: text + piece };
      return { text: isOpen ? '' : piece, isAnew: false };
    }
    this.#split = isHalf(this.#whole) ? split('') : split(this.#whole);
    const { text } = this.#split;
    const isAnew = !text.startsWith(before.text);
    return { text: isAnew ? text : text.slice(before.text.length), isAnew };
  }
}

const BEGINNINGS = [
  '<seed:think>',
  '<thinking>',
  '<thoughts>',
  '<reasoning>',
  '[think]',
  '◁think▷',
  '<|channel|>analysis<|message|>',
];

/** Returns whether the text may be the start of an opening tag, which is not shown. */
function isHalf(whole: string): boolean {
  const start = whole.trimStart().toLowerCase();
  return BEGINNINGS.some(
    (mark) => start !== '' && start.length < mark.length && mark.startsWith(start),
  );
}
