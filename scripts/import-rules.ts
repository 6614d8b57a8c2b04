/**
 * Allowed directions of imports between parts of the program and floors of the renderer;
 * `import-rules.test.ts` checks every source.
 */

/** Both patterns match paths relative to the project's folder. */
export interface ImportRule {
  readonly name: string;
  readonly files: RegExp;
  /** Also matches names of packages. */
  readonly forbidden: RegExp;
  /** A file and an import that break the rule, to test the patterns. */
  readonly violation: readonly [path: string, imported: string];
}

/** From the lowest: each may import itself and those before it, tests included. */
export const FLOORS: readonly (readonly string[])[] = [
  ['core'],
  ['features'],
  // siblings: neither imports the other
  ['viewer', 'markdown'],
  ['screens'],
  ['app'],
];

/** From the lowest: each may import those before it. */
const CORE_ROOMS = ['ui', 'backend', 'stream', 'screen', 'commands', 'frame'] as const;

/**
 * From the lowest: each may import itself and those before it, types included. The files next to
 * the rooms put them together.
 */
export const BACKEND_ROOMS = [
  'service',
  'vision',
  'library',
  'accounts',
  'work',
  'language',
  'api',
] as const;

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'only the Electron host imports Electron',
    files: /^(?!electron\/(?:host\/|main\.ts$|preload\.ts$))(?:electron|shared|renderer)\//u,
    forbidden: /^electron(?:\/main)?$|^electron\/(?:host\/|main\.ts$|preload\.ts$)/u,
    violation: ['electron/browser-host/main.ts', 'electron'],
  },
  {
    name: 'the page imports neither Node nor the backend',
    files: /^renderer\/(?!.*\.test\.tsx?$)/u,
    forbidden: /^node:|^electron\//u,
    violation: ['renderer/core/ui/say.ts', 'node:fs'],
  },
  {
    name: 'shared code imports neither Node nor React',
    files: /^shared\/(?!.*\.test\.ts$)/u,
    forbidden: /^node:|^react|^electron\/|^renderer\//u,
    violation: ['shared/api/a.ts', 'react'],
  },
  {
    name: 'the backend does not import its hosts',
    files: /^electron\/backend\/(?!.*(?:\.test\.ts$|testing\/))/u,
    forbidden: /^electron\/(?:host|browser-host|practice-service)\//u,
    violation: ['electron/backend/work/jobs/job-runner.ts', 'electron/host/window.ts'],
  },
  ...BACKEND_ROOMS.map((room, index) => ({
    name: `${room} of the backend does not import the rooms after it`,
    files: new RegExp(`^electron/backend/${room}/(?!.*(?:\\.test\\.ts$|testing/))`, 'u'),
    forbidden: new RegExp(
      `^electron/backend/(?!(?:${BACKEND_ROOMS.slice(0, index + 1).join('|')})/)`,
      'u',
    ),
    violation: [
      `electron/backend/${room}/a.ts`,
      `electron/backend/${BACKEND_ROOMS[index + 1] ?? 'next'}/b.ts`,
    ] as const,
  })),
  {
    name: 'the practice service imports neither the backend nor a host',
    files: /^electron\/practice-service\/(?!.*(?:\.test\.ts$|testing\/))/u,
    forbidden: /^electron\/(?:backend|host|browser-host|web-host)\//u,
    violation: ['electron/practice-service/server.ts', 'electron/backend/service/client/client.ts'],
  },
  {
    name: 'the perception process imports only its workers',
    files: /^electron\/perception\/(?!.*\.test\.ts$)/u,
    forbidden: /^electron\/(?!perception\/|workers\/)/u,
    violation: ['electron/perception/text.ts', 'electron/backend/vision/imaging/decode.ts'],
  },
  {
    // `main.ts` is `npm run practice`, which no host starts; it imports the steering while it runs.
    name: 'the program does not import the steering of its practice service',
    files:
      /^(?!electron\/practice-service\/(?:testing\/|test-support\.ts$|main\.ts$)|.*\.test\.tsx?$)/u,
    forbidden: /^electron\/practice-service\/testing\//u,
    violation: ['electron/host/practice.ts', 'electron/practice-service/testing/steering.ts'],
  },
  {
    name: 'the viewer imports neither the backend nor a screen',
    files: /^renderer\/viewer\/stage\//u,
    forbidden: /^renderer\/(?!viewer\/stage\/|core\/ui\/)/u,
    violation: ['renderer/viewer/stage/viewer.ts', 'renderer/core/backend/client.ts'],
  },
  {
    name: 'the model of a screen imports neither the screen, React nor the backend',
    files: /^renderer\/screens\/(?:[^/]+\/)+model\/(?!.*\.test\.tsx?$)/u,
    forbidden:
      /^react|^@mantine\/|^konva|^renderer\/screens\/(?!(?:[^/]+\/)+model\/)|^renderer\/core\/(?!ui\/)/u,
    violation: [
      'renderer/screens/spend/model/selections.ts',
      'renderer/screens/spend/session/spend-session.ts',
    ],
  },
  ...FLOORS.flatMap((rooms, index) =>
    rooms.map((room) => ({
      name: `${room} imports only the floors below it`,
      files: new RegExp(`^renderer/${room}/`, 'u'),
      forbidden: new RegExp(
        `^renderer/(?!${[...FLOORS.slice(0, index).flat(), room].map((each) => `${each}/`).join('|')})`,
        'u',
      ),
      violation: [
        `renderer/${room}/a.ts`,
        `renderer/${rooms.find((other) => other !== room) ?? FLOORS[index + 1]?.[0] ?? 'next'}/b.ts`,
      ] as const,
    })),
  ),
  ...CORE_ROOMS.map((room, index) => ({
    name: `${room} of core does not import the rooms after it`,
    files: new RegExp(`^renderer/core/${room}/(?!.*\\.test\\.tsx?$)`, 'u'),
    forbidden: new RegExp(`^renderer/core/(?!${CORE_ROOMS.slice(0, index + 1).join('/|')}/)`, 'u'),
    violation: [
      `renderer/core/${room}/a.ts`,
      `renderer/core/${CORE_ROOMS[index + 1] ?? 'next'}/b.ts`,
    ] as const,
  })),
];

/** Paths relative to the project's folder, and names of packages. */
export interface Source {
  readonly path: string;
  readonly imports: readonly string[];
}

export function againstRule(rule: ImportRule, { path, imports }: Source): readonly string[] {
  if (!rule.files.test(path)) return [];
  return imports
    .filter((each) => rule.forbidden.test(each))
    .map((each) => `${path} imports ${each}`);
}

export function acrossScreens({ path, imports }: Source): readonly string[] {
  const own = screenOf(path);
  if (own === undefined) return [];
  return imports
    .filter((each) => ![undefined, own].includes(screenOf(each)))
    .map((each) => `${path} imports ${each}`);
}

function screenOf(path: string): string | undefined {
  return /^renderer\/screens\/([^/]+)\//u.exec(path)?.[1];
}

/**
 * Finds imports from outside into a folder with an `index.ts`, of any other file. Styles and tests
 * are exempt.
 * @param paths all files, relative to the project's folder
 */
export function deepImports(
  sources: readonly Source[],
  paths: readonly string[],
): readonly string[] {
  const rooms = paths
    .filter((path) => path.endsWith('/index.ts'))
    .map((path) => path.slice(0, -'index.ts'.length));
  const isFree = (path: string) => /\.test\.tsx?$|\/testing\/|\.css$/u.test(path);
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter((each) => !isFree(path) && !isFree(each))
      .filter((each) =>
        rooms.some(
          (room) => each.startsWith(room) && each !== `${room}index.ts` && !path.startsWith(room),
        ),
      )
      .map((each) => `${path} imports ${each}`),
  );
}

/** Returns names as they are written in the source. */
export function importsOf(source: string): readonly string[] {
  const statements = /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*['"]([^'"]+)['"]/gu;
  const bare = /(?:^|\n)\s*import\s*['"]([^'"]+)['"]/gu;
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/gu;
  const workers = /\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/gu;
  return [statements, bare, dynamic, workers].flatMap((pattern) =>
    [...source.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
}
