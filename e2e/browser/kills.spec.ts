/** Kills Gesso in the middle of its work. */
import { cleanUpCalls, CLEANUP_PATH, openOnService } from '../flows/service.ts';
import { connectAccount, resultEntry, runButton, waitUntilReady } from '../flows/studio.ts';
import { expect, test as base, type GessoWindow } from '../support/gesso.ts';
import type { HostProcess } from '../support/host-process.ts';

/** Errors of page files that were loading when the program ended. */
const CUT_OFF = /Unable to preload CSS|Failed to fetch dynamically imported module/u;

type Fault = Readonly<Record<string, unknown>>;

const test = base.extend<{
  /** Starts Gesso in its own process and a run, which the service answers as `fault` says. */
  readonly startRun: (fault: Fault) => Promise<GessoWindow<HostProcess>>;
}>({
  startRun: async ({ openProcess: open, folder, service }, use) => {
    await use(async (fault) => {
      const started = await openOnService(
        async ({ args, account }) => {
          const window = await open({ args, expectedLines: CUT_OFF });
          await connectAccount(window.page, account.baseUrl, account.key);
          return window;
        },
        folder,
        service,
      );
      await service.fault({ path: CLEANUP_PATH, ...fault });
      await started.page.keyboard.press('ControlOrMeta+Enter');
      await expect(started.page.getByText(/^Working/u)).toBeVisible();
      return started;
    });
  },
});

test('after kill -9 while the service works, marks the run “not known” and resends nothing @second', async ({
  startRun,
  openProcess: open,
  service,
}) => {
  const { page, host } = await startRun({ kind: 'never' });
  await host.kill();
  await page.context().close();
  const again = await open();
  await waitUntilReady(again.page, 'photo.png');
  await expect(runButton(again.page)).toBeEnabled();
  await expect(again.page.getByRole('alert')).toContainText('closed before the service answered');
  expect(await cleanUpCalls(service)).toBe(1);
});

for (const { what, fault } of [
  { what: 'waits for the result', fault: { kind: 'delay', delayMilliseconds: 60_000 } },
  { what: 'says so, and a second one ends at once', fault: { kind: 'never' } },
] as const) {
  test(`ends in order after Ctrl+C while the service works: ${what} @second`, async ({
    startRun,
    openProcess: open,
    service,
  }) => {
    const { page, host } = await startRun(fault);
    const ended = host.stop();
    await expect
      .poll(() => host.errors())
      .toContain('Gesso still waits for one task. Ctrl+C now ends it at once');
    if (fault.kind === 'never') await host.stop();
    else await service.endFaults();
    expect(await ended).toBe(0);
    await page.context().close();
    const again = await open();
    await waitUntilReady(again.page, 'photo.png');
    if (fault.kind === 'delay') await expect(resultEntry(again.page, 1)).toBeVisible();
    expect(await cleanUpCalls(service)).toBe(1);
  });
}
