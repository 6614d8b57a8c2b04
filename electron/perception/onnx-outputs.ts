/**
 * Adds outputs to an ONNX model. The format is one Protocol Buffers message, and concatenated
 * messages are merged, with their lists joined. So appended bytes add outputs without changing the
 * file.
 */

/** Fields of onnx.proto. */
const FIELD = { graph: 7, output: 12, name: 1, type: 2, tensorType: 1, elementType: 1 } as const;
const FLOAT = 1;

/** @param names inner values of the graph, 32-bit floats. @returns bytes to append */
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

/** A length-delimited field. */
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
