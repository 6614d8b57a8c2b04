/** Handing bytes to another thread without copying them. */

/**
 * The buffers that a message owns and hands over: those of its byte arrays, also one level down.
 *
 * @param message an object whose byte arrays have an `ArrayBuffer` of their own
 */
export function ownedBuffers(message: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  for (const value of [message, ...Object.values(message)]) {
    for (const each of value instanceof Uint8Array ? [value] : valuesOf(value)) {
      if (each instanceof Uint8Array && each.buffer instanceof ArrayBuffer)
        buffers.add(each.buffer);
    }
  }
  return [...buffers];
}

/** Bytes that the caller owns alone; those of a native library cannot be transferred. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}

function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
