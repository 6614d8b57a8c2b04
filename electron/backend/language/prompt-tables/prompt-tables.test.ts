import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startChatBench } from '../testing/chat-bench.ts';

const COMPLETIONS = '/v3/openai/completions';

const bench = await startChatBench({ isAccount: true });
afterEach(() => bench.calm());

const tables = () => bench.client().promptTables;

function draft(rows: readonly string[], template = 'Describe {{colour}}', maxTokens = 4) {
  return {
    template,
    model: bench.models[0],
    parameters: { maxTokens },
    table: { columns: ['colour'], rows: rows.map((row) => [row]) },
  };
}

const colours = (count: number) => Array.from({ length: count }, (_, index) => `colour ${index}`);

async function create(rows: readonly string[], maxTokens?: number): Promise<string> {
  return (await tables().create(draft(rows, undefined, maxTokens))).id;
}

const start = (tableId: string, rows: 'all' | 'first' = 'all') => tables().start({ tableId, rows });
const speed = (tokensPerSecond: number) =>
  bench.service.post('/practice/state', { tokensPerSecond });
const countsOf = async (tableId: string) => (await tables().read({ tableId })).counts;

/** Exports a table. @returns the text of its file */
async function exported(tableId: string): Promise<string> {
  await tables().save({ tableId, isGuarded: true });
  const path = join(bench.fixture.folder, `table-${bench.fixture.saved.length}.csv`);
  await bench.fixture.saved.at(-1)?.write(path);
  return await readFile(path, 'utf8');
}

async function whenFinished(tableId: string) {
  await expect.poll(async () => (await tables().read({ tableId })).state).not.toBe('running');
  return await tables().read({ tableId });
}

describe('reading a table', () => {
  it('accepts quotes, other delimiters and line breaks in cells, and reports rows that do not fit', async () => {
    const file = '\uFEFFname;text;;name\r\n"a";"two\r\nlines; ""quoted""";1;2\r\nb;short\r\n';
    const read = await tables().readText({ file });
    expect(read).toMatchObject({
      delimiter: ';',
      columns: ['name', 'text', 'column 3', 'name 2'],
      rows: [
        ['a', 'two\r\nlines; "quoted"', '1', '2'],
        ['b', 'short', '', ''],
      ],
    });
    expect(read.problems.map(({ row }) => row)).toEqual([0, 0, 2]);
    const tabs = await tables().readText({ file: new Blob(['a\tb, c\n1\t2\n']) });
    expect(tabs).toMatchObject({ columns: ['a', 'b, c'], rows: [['1', '2']], problems: [] });
    const hinted = await tables().readText({ file: 'sep=|\r\na, b; c|d\r\n1|2' });
    expect(hinted).toMatchObject({ delimiter: '|', columns: ['a, b; c', 'd'], rows: [['1', '2']] });
    const twins = await tables().readText({ file: 'a,a,a 2\n1,2,3' });
    expect(twins).toMatchObject({
      columns: ['a', 'a 3', 'a 2'],
      problems: [{ message: 'Column 2 is also named “a”. It is called “a 3”.' }],
    });
    await expect(tables().readText({ file: '' })).rejects.toThrow(/empty/u);
  });
});

describe('a prompt table', () => {
  it.each([
    ['n', 2 ** 53],
    ['n', -1],
    ['n', 0.5],
    ['n', 1e308],
    ['maxTokens', 1e308],
    ['maxTokens', -1],
    ['bestOf', 1e308],
  ])('says so when %s is %d, before anything is planned or stored', async (field, value) => {
    const sound = draft(['red', 'blue']);
    for (const anyway of value > 1e9 || value < 0 ? [[], [field]] : [[]]) {
      const parameters = { ...sound.parameters, [field]: value, anyway };
      const wrong = { ...sound, parameters } as typeof sound;
      const refused = { kind: 'invalid-input', details: { field, request: 'not sent' } };
      await expect(tables().plan(wrong)).rejects.toMatchObject({ data: refused });
      await expect(tables().create(wrong)).rejects.toMatchObject({ data: refused });
    }
    expect(await tables().list()).toEqual([]);
  });

  it('is neither planned nor stored with parameters that no request can have', async () => {
    const sound = draft(['red']);
    for (const parameters of [{ temperature: 5 }, { bestOf: 2, n: 3 }, { stop: [''] }]) {
      const wrong = { ...sound, parameters };
      const refused = { data: { kind: 'invalid-input', details: { request: 'not sent' } } };
      await expect(tables().plan(wrong)).rejects.toMatchObject(refused);
      await expect(tables().create(wrong)).rejects.toMatchObject(refused);
    }
    const anyway = { temperature: 5, anyway: ['temperature' as const] };
    expect(await tables().plan({ ...sound, parameters: anyway })).toMatchObject({ rows: 1 });
    expect(await tables().list()).toEqual([]);
  });

  it('is not sent when it was stored with such a number', async () => {
    const tableId = await create(['red']);
    bench.fixture.sql((database) =>
      database.prepare('UPDATE prompt_tables SET parameters = ?').run('{"n":9007199254740992}'),
    );
    await expect(start(tableId)).rejects.toMatchObject({
      data: { kind: 'invalid-input', details: { field: 'n' } },
    });
    await tables().remove({ tableId });
  });

  it('is planned with its cost, and does not start while a name has no column', async () => {
    const rows = ['{{colour}}', 'blue'];
    const plan = await tables().plan(draft(rows));
    expect(plan).toMatchObject({
      unknownNames: [],
      firstPrompt: 'Describe {{colour}}',
      rows: 2,
      answers: 2,
    });
    expect(plan.costMost).toBeGreaterThan(plan.costLeast ?? Infinity);
    await expect(tables().create(draft(rows, '{{x}} {{colour}}'))).rejects.toMatchObject({
      data: { kind: 'invalid-input', details: { names: 'x' } },
    });
  });

  it('is compared to a budget by its whole cost, not by rows that are rounded up', async () => {
    const { spendForecast } = bench.client();
    // bills that are read meanwhile would count
    await bench.service.post('/practice/state', { billingRole: false });
    const wanted = draft(colours(1000));
    const { costMost = NaN } = await tables().plan(wanted);
    expect(costMost).toBeLessThan(500);
    const { id: tableId } = await tables().create(wanted);
    const startWithin = async (amount: number) => {
      const budget = { scope: 'all', period: 'month', amount, counts: 'used', asks: true } as const;
      await spendForecast.setBudgets({ budgets: [{ id: randomUUID(), ...budget }] });
      return await start(tableId);
    };
    await expect(startWithin(1)).rejects.toMatchObject({ data: { kind: 'over-budget' } });
    expect(await startWithin(700)).toMatchObject({ state: 'running' });
    await spendForecast.setBudgets({ budgets: [] });
    await tables().remove({ tableId });
  });

  it('sends its first row alone, then the others, each once', async () => {
    const tableId = await create(['red', 'blue', 'green']);
    await start(tableId, 'first');
    const counts = { done: 1, waiting: 2 };
    expect(await whenFinished(tableId)).toMatchObject({ state: 'paused', counts });
    await start(tableId);
    const done = await whenFinished(tableId);
    expect(done).toMatchObject({ state: 'done', counts: { done: 3 }, rows: 3 });
    expect(done.cost).toBeGreaterThan(0);
    const { rows, total } = await tables().rows({ tableId, state: 'done', offset: 1, limit: 1 });
    expect(total).toBe(3);
    expect(rows).toMatchObject([{ index: 1, cells: ['blue'], finishReasons: ['length'] }]);
    const calls = (await bench.service.records()).filter(({ path }) => path === COMPLETIONS);
    expect(calls).toHaveLength(3);
  });

  it('can be stopped, survives a restart, and resumes', async () => {
    await speed(20);
    const tableId = await create(colours(6), 400);
    await start(tableId);
    await tables().stop({ tableId });
    const stopped = { running: 0, unknown: 2, waiting: 4 };
    await expect.poll(() => countsOf(tableId)).toMatchObject(stopped);
    await start(tableId);
    await bench.fixture.restart();
    expect(await tables().read({ tableId })).toMatchObject({
      state: 'paused',
      counts: { running: 0, unknown: 4, waiting: 2 },
    });
    await speed(0);
    await tables().retry({ tableId });
    expect(await whenFinished(tableId)).toMatchObject({
      state: 'paused',
      counts: { done: 4, waiting: 2 },
    });
    await start(tableId);
    expect(await whenFinished(tableId)).toMatchObject({ state: 'done', counts: { done: 6 } });
  });

  it('keeps the text and the estimated cost of broken-off rows until they are sent again', async () => {
    await speed(20);
    const tableId = await create(colours(4), 400);
    const breakOff = async () => {
      const { language } = bench.client();
      const { answers } = await language.answers({ show: 'running', limit: 9 });
      expect(answers).toHaveLength(2);
      for (const { id: runId } of answers) {
        const messages = await language.follow({ runId, afterSequence: -1 });
        for await (const { events } of messages) if (events.some(({ is }) => is === 'text')) break;
      }
      await tables().stop({ tableId });
      await expect.poll(async () => (await countsOf(tableId)).running).toBe(0);
      const { rows } = await tables().rows({ tableId, offset: 0, limit: 9 });
      return rows.map(({ state, outputs }) => (outputs.join('') === '' ? 'no text' : state));
    };
    await start(tableId);
    expect(await breakOff()).toEqual(['unknown', 'unknown', 'no text', 'no text']);
    const { cost, isCostRough } = await tables().read({ tableId });
    expect([cost > 0, isCostRough]).toEqual([true, true]);
    await start(tableId);
    await breakOff();
    await tables().retry({ tableId });
    expect(await breakOff()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
    await speed(0);
    await tables().retry({ tableId });
    expect(await whenFinished(tableId)).toMatchObject({ counts: { done: 4 }, isCostRough: true });
  });

  it('sends no more at once when it is started while stopped rows still end', async () => {
    await speed(20);
    const tableId = await create(colours(6), 400);
    await start(tableId);
    const [, started] = await Promise.all([tables().stop({ tableId }), start(tableId)]);
    expect(started).toMatchObject({ state: 'running', counts: { running: 2 } });
    const counts = { unknown: 2, running: 2, waiting: 2 };
    await expect.poll(() => countsOf(tableId)).toMatchObject(counts);
    await tables().stop({ tableId });
    await speed(0);
  });

  it('continues after a row that fails, and pauses when every row would fail', async () => {
    const tableId = await create(['red', 'blue']);
    await bench.refuse(COMPLETIONS, 400, 'INVALID_REQUEST_BODY');
    await start(tableId);
    expect(await whenFinished(tableId)).toMatchObject({ counts: { failed: 1, done: 1 } });
    await bench.refuse(COMPLETIONS, 403, 'NOT_ENOUGH_BALANCE');
    await tables().retry({ tableId });
    expect(await whenFinished(tableId)).toMatchObject({
      state: 'paused',
      counts: { waiting: 1, done: 1 },
      error: { kind: 'no-credit' },
    });
  });

  it('is exported to its end when a row in the middle is damaged', async () => {
    const tableId = await create(colours(502));
    bench.fixture.sql((database) =>
      database
        .prepare("UPDATE prompt_rows SET cells = '[1]' WHERE table_id = ? AND position = 7")
        .run(tableId),
    );
    const { rows } = await tables().readText({ file: await exported(tableId) });
    expect([rows.length, rows.at(-1)?.[0]]).toEqual([501, 'colour 501']);
  });

  it('is exported to a file that no spreadsheet reads as formulas', async () => {
    const formulas = ['=HYPERLINK("http://a.example")', '-1', '+1', '@x'];
    const cells = [...formulas, '"quoted", and more', '{{a}}'];
    const tableId = await create(cells);
    await start(tableId, 'first');
    await whenFinished(tableId);
    const text = await exported(tableId);
    expect(text.startsWith('\uFEFFcolour,output_1,finish_reason,')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""http://a.example"")"`);
    // an answer may have lines of its own: only the beginning of a cell counts
    const beginnings = text.replaceAll(/"((?:[^"]|"")*)"/gu, (_, cell: string) => cell.slice(0, 1));
    expect(beginnings).not.toMatch(/(?:^|,)[=+\-@]/mu);
    expect(text).toContain('"""quoted"", and more"');
    const again = await tables().readText({ file: text });
    expect(again.rows).toHaveLength(cells.length);
  });
});
