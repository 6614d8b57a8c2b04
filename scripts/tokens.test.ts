/** Tests that every colour, length and radius of the interface is one of `tokens.css`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TOKENS = 'renderer/app/tokens.css';

const SHEETS = globSync('renderer/**/*.css', { cwd: ROOT }).filter((path) => path !== TOKENS);

const SCRIPTS = globSync('renderer/**/*.tsx', { cwd: ROOT });

/** Colours by value, and variables of Mantine, which the tokens replace. */
const RAW_COLOUR = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|var\(--mantine-/giu;

/** Lengths but 0 and 1px; `ch` and `em` go by the text, `cqw`, `vw` and `vh` by the window. */
const RAW_LENGTH = /(?<![\w.-])\d*\.?\d+(?:px|rem)\b/gu;

/** Its prelude has no variables: widths at which the layout changes, and the paper's edge. */
const CONDITIONS = /@(?:container|media|page)[^{]*\{(?:\s*margin: [^;]+;\s*\})?/gu;

function rulesOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
    .replace(/\/\*.*?\*\//gsu, '')
    .replace(CONDITIONS, '');
}

function matchesIn(paths: readonly string[], pattern: RegExp, read: (path: string) => string) {
  return paths.flatMap((path) =>
    [...read(path).matchAll(pattern)].map(([text]) => `${path}: ${text}`),
  );
}

it('no style sheet has a colour of its own', () => {
  expect(matchesIn(SHEETS, RAW_COLOUR, rulesOf)).toEqual([]);
});

it('no style sheet has a length or a radius of its own except 0 and 1px', () => {
  const lengths = matchesIn(SHEETS, RAW_LENGTH, rulesOf).filter((each) => !each.endsWith(': 1px'));
  expect(lengths).toEqual([]);
});

it('icons are 16 or 20 px', () => {
  const sizes = matchesIn(SCRIPTS, /<Icon\w+[^>]*?size=\{(?!16\}|20\})[^}]*\}/gu, (path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  expect(sizes).toEqual([]);
});

/** The shared parts carry the style; a screen keeps what draws on its own canvas. */
const MOST = { sheets: 30, lines: 2825 } as const;

it('the style sheets stay few and short', () => {
  const sheets = [TOKENS, ...SHEETS].map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const lines = sheets.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  expect(sheets.length).toBeLessThanOrEqual(MOST.sheets);
  expect(lines).toBeLessThanOrEqual(MOST.lines);
});

/** Properties by class, of rules that are one class alone. */
function classesOf(path: string): ReadonlyMap<string, readonly (readonly [string, string])[]> {
  const rules = rulesOf(path).matchAll(/^\.(\w+) \{\n(.*?)^\}/gmsu);
  return new Map(
    Array.from(rules, ([, name = '', body = '']) => [
      name,
      Array.from(body.matchAll(/^  ([\w-]+):\s*([^;]+);/gmu), ([, property = '', value = '']) => [
        property,
        value,
      ]),
    ]),
  );
}

/** Of a class and those that it composes. */
function propertiesOf(path: string, name: string): readonly string[] {
  return (classesOf(path).get(name) ?? []).flatMap(([property, value]) =>
    property === 'composes'
      ? composed(path, value).flatMap((each) => propertiesOf(...each))
      : property,
  );
}

function composed(path: string, value: string): readonly (readonly [path: string, name: string])[] {
  const [, names = '', from] = /^([\w ]+?)(?: from '([^']+)')?$/u.exec(value) ?? [];
  const sheet = from === undefined ? path : join(path, '..', from);
  return names.split(' ').map((name) => [sheet, name]);
}

it('no class sets a property of a class that it composes from another sheet', () => {
  const modules = SHEETS.filter((path) => path.endsWith('.module.css'));
  const overridden = modules.flatMap((path) =>
    [...classesOf(path)].flatMap(([name, properties]) => {
      const others = new Set(
        properties
          .filter(([property, value]) => property === 'composes' && value.includes(' from '))
          .flatMap(([, value]) => composed(path, value))
          .flatMap((each) => propertiesOf(...each)),
      );
      return properties
        .filter(([property]) => others.has(property))
        .map(([property]) => `${path} .${name}: ${property}`);
    }),
  );
  // the copy of the composed class that is loaded last would win
  expect(overridden).toEqual([]);
});
