import { test } from '../support/gesso.ts';
import { connectAccount } from '../flows/studio.ts';
import { startModelServer } from '../support/model-server.ts';
import { answerText, technicalText, piecesOf } from '../support/answer-text.ts';
test('look', async ({ open }) => {
  test.setTimeout(40000);
  await using server = await startModelServer();
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  page.on('console', (m) => console.log('CONSOLE', m.type(), m.text()));
  await connectAccount(page, server.baseUrl, server.key);
  await page.getByRole('button', { name: 'Language', exact: true }).click();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Show me everything.');
  await page.keyboard.press('Enter');
  const call = await server.nextCall();
  const vectors =
    'Here is **bold**, *em*, ~~del~~, `code`, a [link](https://example.com/a?b=c), a [bad](javascript:alert(1)), ![pic](https://evil.example/x.png "t") and <script>alert(1)</script> and a note[^1]. Costs $19 to $39, and $e^{i\\pi} = -1$ inline.\n\n$$\n\\int_0^1 x^2\\,dx = \\frac{1}{3}\n$$\n\n- [x] done\n- [ ] open\n  1. nested one\n  2. nested two\n\n> quote with **bold**\n\nمرحبا بالعالم، هذا نص من اليمين إلى اليسار.\n\n[^1]: The note at the end.\n\n---\n\n```python\ndef hello(name: str) -> str:\n    """Doc."""\n    return f"Hello {name}"  # comment\n```\n\n| a | b |\n|---|--:|\n| one | 2 |\n\n\\href{javascript:alert(1)}{x} $\\href{javascript:alert(1)}{x}$ $\\rule{1e9em}{1e9em}$ $\\gdef\\foo{1}$\n\n';
  for (const piece of piecesOf(vectors + answerText(6000), 400)) {
    call.write(piece);
  }
  await page.waitForTimeout(1200);
  await page.screenshot({ path: '/tmp/h/m/1.png' });
  call.finish();
  await page.waitForTimeout(1500);
  await page.getByRole('region', { name: 'Messages' }).evaluate((e) => {
    e.dispatchEvent(new WheelEvent('wheel', { deltaY: -100 }));
    e.scrollTop = 0;
  });
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/h/m/2.png' });
  await page.evaluate(() =>
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light'),
  );
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/h/m/3.png' });
});
