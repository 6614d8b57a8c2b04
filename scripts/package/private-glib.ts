/**
 * Keeps sharp's GLib apart from the system's, which Electron loads first: sharp would allocate with
 * one and free with the other (https://github.com/lovell/sharp/issues/4522). So symbols are
 * renamed.
 */
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** From elf.h, for 64-bit little-endian files. */
const ELF = { magic: 0x464c457f, class64: 2, littleEndian: 1 } as const;
const SECTION = { rela: 4, hash: 5, dynsym: 11 } as const;
const SYMBOL_BYTES = 24;
const RELA_BYTES = 24;

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly byteLength: number;
  /** Index of another section, by type. */
  readonly link: number;
}

interface ElfSymbol {
  readonly name: string;
  readonly offset: number;
  readonly isDefined: boolean;
  /** A relocation refers to it, so it is looked up by name even if the file defines it. */
  readonly isLookedUp: boolean;
}

/** Does nothing except on Linux. @throws Error if the files are not as expected */
export function copyPrivateSharp(project: string): void {
  if (process.platform !== 'linux') return;
  const copies = join(project, 'out', 'node_modules');
  rmSync(copies, { recursive: true, force: true });
  const libraries = linuxLibraries(join(project, 'node_modules', '@img'));
  for (const name of ['sharp', ...libraries.map((library) => `@img/${library}`)]) {
    cpSync(join(project, 'node_modules', name), join(copies, name), { recursive: true });
  }
  makeGlibPrivate(join(copies, '@img'));
}

/** Runs as electron-builder's hook, before a package becomes an installer. */
export function afterPack(packed: {
  readonly electronPlatformName: string;
  readonly appOutDir: string;
}): void {
  if (packed.electronPlatformName !== 'linux') return;
  makeGlibPrivate(join(packed.appOutDir, 'resources/app.asar.unpacked/node_modules/@img'));
}

/**
 * @param folder a copy of `@img`, changed in place @throws Error if the files are not as expected
 */
export function makeGlibPrivate(folder: string): void {
  const files = libraryFiles(folder).map((path) => ({ path, bytes: readFileSync(path) }));
  renameGlib(files.map(({ bytes }) => bytes));
  for (const { path, bytes } of files) writeFileSync(path, bytes);
}

export function lookedUpGlibNames(folder: string): readonly string[] {
  const symbols = libraryFiles(folder).flatMap((path) => readSymbols(readFileSync(path)));
  return [...glibNames(symbols)];
}

function glibNames(symbols: readonly ElfSymbol[]): ReadonlySet<string> {
  const names = symbols.filter(({ name, isLookedUp }) => isLookedUp && /^g(?:lib)?_/u.test(name));
  return new Set(names.map(({ name }) => name));
}

function libraryFiles(folder: string): readonly string[] {
  return linuxLibraries(folder).flatMap((name) => {
    const lib = join(folder, name, 'lib');
    return readdirSync(lib)
      .filter((file) => /\.node$|\.so\./u.test(file))
      .map((file) => join(lib, file));
  });
}

/** Electron does not run with musl. */
function linuxLibraries(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => /^sharp-(?:libvips-)?linux-/u.test(name));
}

/** @param files changed in place @throws Error if a renamed name would change another file's */
export function renameGlib(files: readonly Buffer[]): void {
  const tables = files.map(readSymbols);
  const all = tables.flat();
  const defined = new Set(all.filter((symbol) => symbol.isDefined).map(({ name }) => name));
  const lookedUp = new Set(all.filter((symbol) => symbol.isLookedUp).map(({ name }) => name));
  const names = glibNames(all);
  if (names.size === 0) {
    throw new Error(
      'sharp looks up no GLib name any more: scripts/package/private-glib.ts can go.',
    );
  }
  const elsewhere = [...names].filter((name) => !defined.has(name));
  if (elsewhere.length > 0) {
    throw new Error(
      `This version of sharp takes ${elsewhere.join(', ')} from a library that it does not bring along. With Electron on Linux that would be the system’s GLib, which crashes. See scripts/package/private-glib.ts.`,
    );
  }
  for (const [index, symbols] of tables.entries()) {
    for (const { name, offset } of symbols.filter((symbol) => names.has(symbol.name))) {
      // linkers let names share their ends: `g_free` is stored within `g_string_free`
      const shared = symbols.find(
        (other) =>
          other.name !== name &&
          other.offset <= offset + 1 &&
          offset < other.offset + other.name.length &&
          lookedUp.has(other.name),
      );
      if (shared !== undefined) {
        throw new Error(
          `This version of sharp stores ${name} within ${shared.name}, which is looked up, too. See scripts/package/private-glib.ts.`,
        );
      }
      privateName(name).copy(files[index] as Buffer, offset);
    }
  }
}

/**
 * `g_free` becomes `h>free`: length and GNU hash (`h = h * 33 + letter`) stay, so that no table has
 * to change.
 */
function privateName(name: string): Buffer {
  const bytes = Buffer.from(name);
  bytes[0] = (bytes[0] as number) + 1;
  bytes[1] = (bytes[1] as number) - 33;
  return bytes;
}

/** @throws Error if the file has a table that depends on the names in another way */
function readSymbols(file: Buffer): readonly ElfSymbol[] {
  if (
    file.readUInt32LE(0) !== ELF.magic ||
    file[4] !== ELF.class64 ||
    file[5] !== ELF.littleEndian
  ) {
    throw new Error('A library of sharp is not a 64-bit little-endian ELF file.');
  }
  const sections = readSections(file);
  const index = sections.findIndex(({ type }) => type === SECTION.dynsym);
  const table = sections[index];
  const strings = table === undefined ? undefined : sections[table.link];
  if (
    table === undefined ||
    strings === undefined ||
    sections.some(({ type }) => type === SECTION.hash)
  ) {
    throw new Error('A library of sharp has no table of names that can be changed in place.');
  }
  const relocated = new Set<number>();
  for (const { type, link, offset, byteLength } of sections) {
    if (type !== SECTION.rela || link !== index) continue;
    for (let at = offset; at < offset + byteLength; at += RELA_BYTES)
      relocated.add(file.readUInt32LE(at + 12));
  }
  return Array.from({ length: table.byteLength / SYMBOL_BYTES }, (_, number) => {
    const at = table.offset + number * SYMBOL_BYTES;
    const offset = strings.offset + file.readUInt32LE(at);
    const isDefined = file.readUInt16LE(at + 6) !== 0;
    return {
      name: file.toString('latin1', offset, file.indexOf(0, offset)),
      offset,
      isDefined,
      isLookedUp: !isDefined || relocated.has(number),
    };
  });
}

function readSections(file: Buffer): readonly Section[] {
  const start = Number(file.readBigUInt64LE(0x28));
  const entryBytes = file.readUInt16LE(0x3a);
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, number) => {
    const at = start + number * entryBytes;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 0x18)),
      byteLength: Number(file.readBigUInt64LE(at + 0x20)),
      link: file.readUInt32LE(at + 0x28),
    };
  });
}
