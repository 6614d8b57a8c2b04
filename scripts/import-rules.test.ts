/**
 * Tests that imports point one way, screens do not import each other, and rooms are entered by
 * their index.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  acrossScreens,
  againstRule,
  BACKEND_ROOMS,
  FLOORS,
  IMPORT_RULES,
  importsOf,
  deepImports,
  type Source,
} from './import-rules.ts';

const PROJECT = join(import.meta.dirname, '..');

const SOURCES: readonly Source[] = globSync('{electron,shared,renderer}/**/*.{ts,tsx}', {
  cwd: PROJECT,
})
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({
    path,
    imports: importsOf(readFileSync(join(PROJECT, path), 'utf8')).map((specifier) =>
      specifier.startsWith('.') ? posix.join(dirname(path), specifier) : specifier,
    ),
  }));

/** An import against each rule: from, to. Rooms of the backend follow from their order. */
const VIOLATIONS: Readonly<Record<string, readonly [path: string, imported: string]>> = {
  'only the Electron host imports Electron': ['electron/browser-host/main.ts', 'electron'],
  'the page imports neither Node nor the backend': ['renderer/core/ui/say.ts', 'node:fs'],
  'shared code imports neither Node nor React': ['shared/api/a.ts', 'react'],
  'the first screen loads its settings without schemas': [
    'shared/contract/default-settings.ts',
    'zod',
  ],
  'the backend does not import its hosts': [
    'electron/backend/work/jobs/runs.ts',
    'electron/host/window.ts',
  ],
  'the practice service imports neither the backend nor a host': [
    'electron/practice-service/server.ts',
    'electron/backend/service/client/client.ts',
  ],
  'the perception process imports only its workers': [
    'electron/perception/text.ts',
    'electron/backend/vision/imaging/decode.ts',
  ],
  'the program does not import the steering of its practice service': [
    'electron/host/practice.ts',
    'electron/practice-service/testing/steering.ts',
  ],
  'the viewer imports neither the backend nor a screen': [
    'renderer/viewer/stage/viewer.ts',
    'renderer/core/backend/client.ts',
  ],
  'the model of a screen imports neither the screen, React nor the backend': [
    'renderer/screens/spend/model/selections.ts',
    'renderer/screens/spend/session/spend-store.ts',
  ],
  'core imports only the floors below it': [
    'renderer/core/ui/say.ts',
    'renderer/features/files/file-input.ts',
  ],
  'features imports only the floors below it': [
    'renderer/features/jobs/job-list.ts',
    'renderer/viewer/stage/viewer.ts',
  ],
  'viewer imports only the floors below it': [
    'renderer/viewer/slots/picture-slot.ts',
    'renderer/markdown/links/index.ts',
  ],
  'markdown imports only the floors below it': [
    'renderer/markdown/links/index.ts',
    'renderer/viewer/slots/index.ts',
  ],
  'screens imports only the floors below it': [
    'renderer/screens/tasks/TasksScreen.tsx',
    'renderer/app/App.tsx',
  ],
  'app imports only the floors below it': ['renderer/app/App.tsx', 'renderer/main.tsx'],
  'ui of core does not import the rooms after it': [
    'renderer/core/ui/say.ts',
    'renderer/core/backend/client.ts',
  ],
  'backend of core does not import the rooms after it': [
    'renderer/core/backend/client.ts',
    'renderer/core/stream/frames.ts',
  ],
  'stream of core does not import the rooms after it': [
    'renderer/core/stream/frames.ts',
    'renderer/core/screen/navigation.ts',
  ],
  'screen of core does not import the rooms after it': [
    'renderer/core/screen/navigation.ts',
    'renderer/core/commands/commands.ts',
  ],
  'commands of core does not import the rooms after it': [
    'renderer/core/commands/commands.ts',
    'renderer/core/other/a.ts',
  ],

  'frame of core does not import the rooms after it': [
    'renderer/core/frame/commands.ts',
    'renderer/core/other/a.ts',
  ],
  ...Object.fromEntries(
    BACKEND_ROOMS.map((room, index) => {
      const next = BACKEND_ROOMS[index + 1];
      const above = next === undefined ? 'create-backend.ts' : `${next}/b.ts`;
      const name = `${room} of the backend does not import the rooms after it`;
      return [name, [`electron/backend/${room}/a.ts`, `electron/backend/${above}`]] as const;
    }),
  ),
};

describe('imports between the sources', () => {
  it('are found in every form', () => {
    const text = [
      "import a, { type b } from './a.ts';",
      "import './style.css';",
      "export { c } from './c.ts';",
      "const d = await import('./d.ts');",
      "new Worker(new URL('./e.worker.ts', import.meta.url));",
      "import {\n  f,\n} from '../f.ts';",
    ].join('\n');
    expect(new Set(importsOf(text))).toEqual(
      new Set(['./a.ts', './style.css', './c.ts', './d.ts', './e.worker.ts', '../f.ts']),
    );
  });

  it('resolve to files that exist', () => {
    const relative = SOURCES.flatMap(({ imports }) => imports).filter((each) =>
      /^(?:electron|shared|renderer)\/.*\.tsx?$/u.test(each),
    );
    expect(relative.length).toBeGreaterThan(1000);
    expect(relative.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });

  it.each(IMPORT_RULES)('S17 S19 keep the rule: $name', (rule) => {
    expect(SOURCES.flatMap((source) => againstRule(rule, source))).toEqual([]);
  });

  it.each(IMPORT_RULES)('S17 S19 would be reported when they break the rule: $name', (rule) => {
    const [path, imported] = VIOLATIONS[rule.name] ?? ['', ''];
    expect(againstRule(rule, { path, imports: [imported] })).toEqual([
      `${path} imports ${imported}`,
    ]);
  });

  it('never cross from one screen to another', () => {
    expect(SOURCES.flatMap(acrossScreens)).toEqual([]);
    const across = {
      path: 'renderer/screens/tasks/model/a.ts',
      imports: ['renderer/screens/spend/model/b.ts', 'renderer/screens/tasks/model/c.ts'],
    };
    expect(acrossScreens(across)).toEqual([
      'renderer/screens/tasks/model/a.ts imports renderer/screens/spend/model/b.ts',
    ]);
  });

  it('enter rooms by their index only', () => {
    const inside = SOURCES.map(({ path }) => path).filter((path) =>
      /^(?:renderer|electron\/backend)\//u.test(path),
    );
    expect(deepImports(SOURCES, inside)).toEqual([]);
    const past = {
      path: 'renderer/app/App.tsx',
      imports: ['renderer/markdown/links/link-question.ts'],
    };
    expect(deepImports([past], inside)).toHaveLength(1);
  });
});

describe('the folders of the backend', () => {
  it('are the rooms in order, and no others', () => {
    const rooms = SOURCES.map(({ path }) => /^electron\/backend\/([^/]+)\//u.exec(path)?.[1]);
    expect(new Set(rooms.filter((room) => room !== undefined))).toEqual(new Set(BACKEND_ROOMS));
  });
});

describe('the folders of the renderer', () => {
  it('are the floors, and no rooms next to them', () => {
    const rooms = new Set(
      SOURCES.filter(({ path }) => /^renderer\/[^/]+\//u.test(path)).map(
        ({ path }) => path.split('/')[1],
      ),
    );
    expect(rooms).toEqual(new Set(FLOORS.flat()));
  });
});
