/**
 * More outputs for a model in the ONNX format. A file of this format is one message of Protocol Buffers,
 * and two such messages one after the other are read as one, with their lists joined. So outputs are added
 * by bytes after the file's own, and the file stays as it is.
 */

/** Fields of onnx.proto. */
const FIELD = { graph: 7, output: 12, name: 1, type: 2, tensorType: 1, elementType: 1 } as const;
const FLOAT = 1;

/** @param names of inner values of the graph, all of 32-bit numbers. @returns bytes to add to its file */
export function additionalOutputs(names: readonly string[]): Uint8Array {
  const type = message(FIELD.tensorType, Uint8Array.of(FIELD.elementType << 3, FLOAT));
  const outputs = names.map((name) =>
    message(
      FIELD.output,
      joined([message(FIELD.name, new TextEncoder().encode(name)), message(FIELD.type, type)]),
    ),
  );
  return message(FIELD.graph, joined(outputs));
}

/** A field with bytes: its number, their count, the bytes. */
function message(field: number, bytes: Uint8Array): Uint8Array {
  const count: number[] = [];
  let rest = bytes.length;
  do {
    const more = rest > 127 ? 128 : 0;
    count.push((rest & 127) | more);
    rest >>= 7;
  } while (rest > 0);
  return joined([Uint8Array.of((field << 3) | 2, ...count), bytes]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
