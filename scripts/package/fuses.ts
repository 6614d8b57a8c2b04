/** Reads the fuses: single bytes in Electron's executable, after a sentinel. */

/** Electron, `docs/tutorial/fuses.md`. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Version of the wire, and the number of fuses in Electron 45. */
const WIRE = { version: 1, length: 9 } as const;

/** The wanted state of each fuse, by its position. SECURITY: S27 */
export const FUSES = [
  ['RunAsNode', '0'],
  ['EnableCookieEncryption', '0'],
  ['EnableNodeOptionsEnvironmentVariable', '0'],
  ['EnableNodeCliInspectArguments', '0'],
  ['EnableEmbeddedAsarIntegrityValidation', '1'],
  ['OnlyLoadAppFromAsar', '1'],
  ['LoadBrowserProcessSpecificV8Snapshot', '0'],
  ['GrantFileProtocolExtraPrivileges', '0'],
  // electron-builder 26 does not know this one: it stays as Electron ships it.
  ['WasmTrapHandlers', '1'],
] as const;

/** As Electron 45 ships them. */
const SHIPPED = '101100011';

/** Stands in for Electron's executable, as electron-builder only changes its fuses. */
export function stubExecutable(): Buffer {
  return Buffer.concat([
    Buffer.from(`stand-in for Electron's executable\n${SENTINEL}`),
    Buffer.from([WIRE.version, WIRE.length]),
    Buffer.from(SHIPPED),
    Buffer.from('\nend\n'),
  ]);
}

/** Returns a string of 0 and 1; `undefined` if there are no fuses. */
export function readFuses(executable: Buffer): string | undefined {
  const start = executable.indexOf(SENTINEL);
  if (start < 0) return undefined;
  const wire = executable.subarray(start + SENTINEL.length);
  if (wire[0] !== WIRE.version) return undefined;
  return wire.toString('latin1', 2, 2 + (wire[1] ?? 0));
}
