/** Languages that are highlighted, each loaded on first use. */
import type { LanguageInput } from '@shikijs/core';

/** Grammars by name; a module includes its embedded languages. */
const GRAMMARS: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  cpp: () => import('@shikijs/langs/cpp'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  dart: () => import('@shikijs/langs/dart'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  glsl: () => import('@shikijs/langs/glsl'),
  go: () => import('@shikijs/langs/go'),
  graphql: () => import('@shikijs/langs/graphql'),
  html: () => import('@shikijs/langs/html'),
  ini: () => import('@shikijs/langs/ini'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  kotlin: () => import('@shikijs/langs/kotlin'),
  latex: () => import('@shikijs/langs/latex'),
  less: () => import('@shikijs/langs/less'),
  lua: () => import('@shikijs/langs/lua'),
  markdown: () => import('@shikijs/langs/markdown'),
  php: () => import('@shikijs/langs/php'),
  powershell: () => import('@shikijs/langs/powershell'),
  python: () => import('@shikijs/langs/python'),
  r: () => import('@shikijs/langs/r'),
  ruby: () => import('@shikijs/langs/ruby'),
  rust: () => import('@shikijs/langs/rust'),
  scss: () => import('@shikijs/langs/scss'),
  sql: () => import('@shikijs/langs/sql'),
  svelte: () => import('@shikijs/langs/svelte'),
  swift: () => import('@shikijs/langs/swift'),
  toml: () => import('@shikijs/langs/toml'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  vue: () => import('@shikijs/langs/vue'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
};

/** The most frequent languages in answers, each with a sample line. */
export const COMMON_CODE: readonly (readonly [language: string, line: string])[] = [
  ['typescript', "export const size: number = measure('a', { b: [1, true] }); // c"],
  ['python', "def size(a: int = 1) -> str: return f'{a}'  # c"],
  ['bash', 'for f in *.jpg; do echo "$f" | wc -c; done # c'],
  ['json', '{ "a": [1, "b", null] }'],
  ['css', '.a > b { color: #fff; width: calc(1px + 2%); } /* c */'],
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  cs: 'csharp',
  dockerfile: 'docker',
  htm: 'html',
  js: 'javascript',
  jsonc: 'json',
  json5: 'json',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  objc: 'c',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  tex: 'latex',
  ts: 'typescript',
  wgsl: 'glsl',
  yml: 'yaml',
  zsh: 'bash',
};

/** @returns the grammar for the language of a fence; `undefined` if its code stays plain */
export function grammarName(word: string): string | undefined {
  const name = Object.hasOwn(OTHER_NAMES, word) ? OTHER_NAMES[word] : word;
  return name !== undefined && Object.hasOwn(GRAMMARS, name) ? name : undefined;
}

/** @returns loads a grammar named by {@link grammarName} */
export function grammarOf(name: string): LanguageInput | undefined {
  return Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
}
