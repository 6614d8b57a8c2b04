/**
 * Keeps the frames of all clips below one cap. Hidden clips stay while there is room; the least
 * recently used goes first. DOM-free.
 */

interface Closable {
  close(): void;
}

interface Entry<Picture> {
  readonly pictures: Map<number, { readonly picture: Picture; readonly byteLength: number }>;
  pins: number;
  byteLength: number;
}

/** @param cap bytes @param onEvicted called when a clip's frames had to go */
export function createFrameStore<Picture extends Closable>(
  cap: number,
  onEvicted: (clip: string) => void,
) {
  /** The least recently used first. */
  const entries = new Map<string, Entry<Picture>>();
  let byteLength = 0;

  function entryOf(clip: string): Entry<Picture> {
    const entry = entries.get(clip) ?? { pictures: new Map(), pins: 0, byteLength: 0 };
    entries.delete(clip);
    entries.set(clip, entry);
    return entry;
  }

  function empty(entry: Entry<Picture>): void {
    for (const { picture } of entry.pictures.values()) picture.close();
    entry.pictures.clear();
    byteLength -= entry.byteLength;
    entry.byteLength = 0;
  }

  function makeRoom(needed: number, taker: string): boolean {
    for (const [clip, entry] of entries) {
      if (byteLength + needed <= cap) return true;
      if (entry.pins > 0 || clip === taker) continue;
      entries.delete(clip);
      empty(entry);
      onEvicted(clip);
    }
    return byteLength + needed <= cap;
  }

  return {
    cap,
    /** Of all clips, never above the cap. */
    get byteLength(): number {
      return byteLength;
    },
    /** Protects the frames of a clip on the screen. */
    pin(clip: string): void {
      entryOf(clip).pins += 1;
    },
    unpin(clip: string): void {
      const entry = entries.get(clip);
      if (entry === undefined) return;
      entry.pins = Math.max(0, entry.pins - 1);
      if (entry.pins === 0 && entry.pictures.size === 0) entries.delete(clip);
    },
    /** Closes the picture if there is no room. @returns false in that case */
    add(clip: string, index: number, picture: Picture, bytes: number): boolean {
      const entry = entryOf(clip);
      const isHere = entry.pictures.has(index);
      if (isHere || !makeRoom(bytes, clip)) {
        picture.close();
        return isHere;
      }
      entry.pictures.set(index, { picture, byteLength: bytes });
      entry.byteLength += bytes;
      byteLength += bytes;
      return true;
    },
    frames(clip: string) {
      const entry = entries.get(clip);
      return {
        picture: (index: number): Picture | undefined => entry?.pictures.get(index)?.picture,
        count: entry?.pictures.size ?? 0,
        byteLength: entry?.byteLength ?? 0,
      };
    },
    /** Also drops a clip that is on the screen. */
    drop(clip: string): void {
      const entry = entries.get(clip);
      if (entry === undefined) return;
      empty(entry);
      if (entry.pins === 0) entries.delete(clip);
    },
  };
}
