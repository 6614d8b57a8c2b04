/** Imports point one way, screens do not know each other, and rooms are entered by their doors. */
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
  mayStandInRoot,
  pastDoors,
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
  'the page imports neither Node nor the backend': ['renderer/base/ui/say.ts', 'node:fs'],
  'shared code imports neither Node nor React': ['shared/api/a.ts', 'react'],
  'the first screen loads its settings without schemas': [
    'shared/contract/default-settings.ts',
    'zod',
  ],
  'the backend does not import its hosts': [
    'electron/backend/jobs/runs.ts',
    'electron/host/window.ts',
  ],
  'the practice service imports neither the backend nor a host': [
    'electron/practice-service/server.ts',
    'electron/backend/service/client.ts',
  ],
  'the perception process imports only its workers': [
    'electron/perception/text.ts',
    'electron/backend/imaging/decode.ts',
  ],
  'the program does not import the steering of its practice service': [
    'electron/host/practice.ts',
    'electron/practice-service/testing/steering.ts',
  ],
  'the viewer imports neither the backend nor a screen': [
    'renderer/pictures/viewer/viewer.ts',
    'renderer/base/backend/client.ts',
  ],
  'the model of a screen imports neither the screen, React nor the backend': [
    'renderer/screens/spend/model/selections.ts',
    'renderer/screens/spend/session/spend-store.ts',
  ],
  'base imports only the floors below it': [
    'renderer/base/ui/say.ts',
    'renderer/work/files/file-input.ts',
  ],
  'work imports only the floors below it': [
    'renderer/work/jobs/job-list.ts',
    'renderer/pictures/viewer/viewer.ts',
  ],
  'pictures imports only the floors below it': [
    'renderer/pictures/slots/picture-slot.ts',
    'renderer/texts/links/index.ts',
  ],
  'texts imports only the floors below it': [
    'renderer/texts/links/index.ts',
    'renderer/pictures/slots/index.ts',
  ],
  'screens imports only the floors below it': [
    'renderer/screens/tasks/TasksScreen.tsx',
    'renderer/app/App.tsx',
  ],
  'app imports only the floors below it': ['renderer/app/App.tsx', 'renderer/main.tsx'],
  'ui of base does not import the rooms after it': [
    'renderer/base/ui/say.ts',
    'renderer/base/backend/client.ts',
  ],
  'backend of base does not import the rooms after it': [
    'renderer/base/backend/client.ts',
    'renderer/base/stream/frames.ts',
  ],
  'stream of base does not import the rooms after it': [
    'renderer/base/stream/frames.ts',
    'renderer/base/screen/navigation.ts',
  ],
  'screen of base does not import the rooms after it': [
    'renderer/base/screen/navigation.ts',
    'renderer/base/commands/commands.ts',
  ],
  'commands of base does not import the rooms after it': [
    'renderer/base/commands/commands.ts',
    'renderer/base/other/a.ts',
  ],

  'frame of base does not import the rooms after it': [
    'renderer/base/frame/commands.ts',
    'renderer/base/other/a.ts',
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
    expect(pastDoors(SOURCES, inside)).toEqual([]);
    const past = {
      path: 'renderer/app/App.tsx',
      imports: ['renderer/texts/links/link-question.ts'],
    };
    expect(pastDoors([past], inside)).toHaveLength(1);
  });
});

describe('the root folder of a screen', () => {
  it('contains the screen and its styles, and nothing else', () => {
    const roots = globSync('renderer/screens/*/*.*', { cwd: PROJECT }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    expect(roots.length).toBeGreaterThan(10);
    expect(roots.filter((path) => !mayStandInRoot(path))).toEqual([]);
    expect(mayStandInRoot('renderer/screens/tasks/TaskList.tsx')).toBe(false);
    expect(mayStandInRoot('renderer/screens/tasks/task-words.ts')).toBe(false);
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
