/** Text as tokens, and tokens as text. */
import { bytesOf, createPieceDecoder } from './bytes.ts';
import { specialName, type Vocabulary } from './vocabulary.ts';

/** A node of the tree in which the longest piece is looked up byte by byte. */
interface Node {
  readonly next: Map<number, Node>;
  /** Token of the bytes that lead here, or -1. */
  id: number;
}

/**
 * Text to tokens and back.
 *
 * From left to right the longest piece is taken that fits; where none does, a single byte. Every
 * string comes back as it was.
 */
export interface Tokenizer {
  readonly vocabulary: Vocabulary;
  encode(text: string): readonly number[];
  decode(ids: readonly number[]): string;
  /** The bytes that a token stands for; none for a special token. */
  bytes(id: number): Uint8Array;
  /** A token as it is shown alone: its text, or `bytes:\xf0` for a part of a character. */
  label(id: number): string;
}

/** The tokenizer of a vocabulary. */
export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const root: Node = { next: new Map(), id: -1 };
  const bytesById: Uint8Array[] = [];
  for (let id = 0; id < vocabulary.firstPiece; id += 1) {
    bytesById.push(id < 256 ? Uint8Array.of(id) : new Uint8Array(0));
  }
  for (const piece of vocabulary.pieces) {
    const own = bytesOf(piece);
    addTo(root, own, bytesById.length);
    bytesById.push(own);
  }
  const bytesOfToken = (id: number): Uint8Array => bytesById[id] ?? new Uint8Array(0);
  return {
    vocabulary,
    bytes: bytesOfToken,
    encode: (text) => encode(root, bytesOf(text)),
    decode: (ids) => {
      const decoder = createPieceDecoder();
      return ids.map((id) => decoder.push(bytesOfToken(id))).join('') + decoder.end();
    },
    label: (id) => {
      const special = specialName(id);
      if (special !== null) return special;
      const bytes = bytesOfToken(id);
      if (bytes.length === 1 && (bytes[0] ?? 0) >= 0x80) {
        return `bytes:\\x${(bytes[0] ?? 0).toString(16)}`;
      }
      return new TextDecoder().decode(bytes);
    },
  };
}

function encode(root: Node, bytes: Uint8Array): readonly number[] {
  const ids: number[] = [];
  for (let at = 0; at < bytes.length;) {
    let [id, end] = [bytes[at] ?? 0, at + 1];
    let node = root.next.get(bytes[at] ?? 0);
    for (let to = at + 1; node !== undefined; to += 1) {
      if (node.id >= 0) [id, end] = [node.id, to];
      node = to < bytes.length ? node.next.get(bytes[to] ?? 0) : undefined;
    }
    ids.push(id);
    at = end;
  }
  return ids;
}

function addTo(root: Node, bytes: Uint8Array, id: number): void {
  let node = root;
  for (const byte of bytes) {
    let next = node.next.get(byte);
    if (next === undefined) {
      next = { next: new Map(), id: -1 };
      node.next.set(byte, next);
    }
    node = next;
  }
  node.id = id;
}
