/** Ends what a test has started, however the test ends. */
type End = () => Promise<void>;

const ofFile = new Set<End>();
const ofTest = new Set<End>();
let started = ofFile;

/** Disposes it after the test that starts it, or else after the last test of the file. */
export function endsWithTest<Thing extends AsyncDisposable>(thing: Thing): Thing {
  const list = started;
  const dispose = thing[Symbol.asyncDispose].bind(thing);
  let ended: Promise<void> | undefined;
  function end(): Promise<void> {
    list.delete(end);
    return (ended ??= Promise.resolve(dispose()));
  }
  list.add(end);
  return Object.assign(thing, { [Symbol.asyncDispose]: end });
}

export function beginTest(): void {
  started = ofTest;
}

export async function endTest(): Promise<void> {
  started = ofFile;
  await endAll(ofTest);
}

export async function endFile(): Promise<void> {
  await endAll(ofFile);
}

/** The last one first, because it may use earlier ones. */
async function endAll(list: ReadonlySet<End>): Promise<void> {
  for (const end of [...list].reverse()) await end();
}
