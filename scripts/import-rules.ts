/**
 * Allowed directions of imports: between the parts of the program, and between the rooms of the
 * renderer. `import-rules.test.ts` holds every source against them.
 */

/** Files that may not import others, both by the path from the project's folder. */
export interface ImportRule {
  readonly name: string;
  readonly files: RegExp;
  /** Matched with the path of an imported file, or the name of a package. */
  readonly forbidden: RegExp;
}

/** Rooms of the renderer that features stand on, from the ground up: each may import those before it. */
const ROOMS = [
  'ui',
  'backend',
  'screen',
  'commands',
  'files',
  'saving',
  'viewer',
  'jobs',
  'wells',
  'clips',
  'mixing',
  'links',
  'answers',
  'markdown',
] as const;

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'only the Electron host knows Electron',
    files: /^(?!electron\/(?:host\/|main\.ts$|preload\.ts$))(?:electron|shared|renderer)\//u,
    forbidden: /^electron(?:\/main)?$|^electron\/(?:host\/|main\.ts$|preload\.ts$)/u,
  },
  {
    name: 'the page knows neither Node nor the backend',
    files: /^renderer\/(?!.*\.test\.tsx?$)/u,
    forbidden: /^node:|^electron\//u,
  },
  {
    name: 'what both sides share knows neither Node nor React',
    files: /^shared\/(?!.*\.test\.ts$)/u,
    forbidden: /^node:|^react|^electron\/|^renderer\//u,
  },
  {
    name: 'the first screen has its settings without schemas',
    files:
      /^shared\/(?:contract\/default-settings|api\/(?:charged-categories|upscalers)|spend\/budget-periods)\.ts$/u,
    forbidden: /^zod$|^shared\/api\/(?!charged-categories|upscalers)/u,
  },
  {
    name: 'the backend does not know its hosts',
    files: /^electron\/backend\/(?!.*(?:\.test\.ts$|testing\/))/u,
    forbidden: /^electron\/(?:host|browser-host|practice-service)\//u,
  },
  {
    name: 'the practice service stands alone',
    files: /^electron\/practice-service\/(?!.*(?:\.test\.ts$|testing\/))/u,
    forbidden: /^electron\/(?:backend|host|browser-host|web-host)\//u,
  },
  {
    name: 'finding text stands alone',
    files: /^electron\/text-finder\//u,
    forbidden: /^(?!electron\/text-finder\/)/u,
  },
  {
    // `main.ts` is `npm run practice`, which no host starts; it imports the folder while it runs.
    name: 'the program cannot make its practice service go wrong',
    files:
      /^(?!electron\/practice-service\/(?:steering\/|testing\/|test-support\.ts$|main\.ts$)|.*\.test\.tsx?$)/u,
    forbidden: /^electron\/practice-service\/steering\//u,
  },
  {
    name: 'only the application knows its features',
    files: /^renderer\/(?!app\/|features\/|main\.tsx$)/u,
    forbidden: /^renderer\/(?:app|features)\//u,
  },
  {
    name: 'no feature knows the application',
    files: /^renderer\/features\//u,
    forbidden: /^renderer\/(?:app\/|main\.tsx$)/u,
  },
  {
    name: 'the viewer knows neither the backend nor a screen',
    files: /^renderer\/viewer\//u,
    forbidden: /^renderer\/(?!viewer\/|ui\/)/u,
  },
  ...ROOMS.map((room, index) => ({
    name: `${room} stands below what is built on it`,
    files: new RegExp(`^renderer/${room}/(?!.*\\.test\\.tsx?$)`, 'u'),
    forbidden: new RegExp(`^renderer/(?:${ROOMS.slice(index + 1).join('|') || 'app'})/`, 'u'),
  })),
];

/** The feature that a file of the renderer belongs to. */
export function featureOf(path: string): string | undefined {
  return /^renderer\/features\/([^/]+)\//u.exec(path)?.[1];
}

/** Every module that a source imports, as it is written there. */
export function importsOf(source: string): readonly string[] {
  const statements = /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]/gu;
  const bare = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]/gu;
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/gu;
  const workers = /\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/gu;
  return [statements, bare, dynamic, workers].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
}
