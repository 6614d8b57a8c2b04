import { describe, expect, it } from 'vitest';
import { createRedactor } from './redaction.ts';

const SECRET = 'gesso-canary-7f3a/+x';

function redactorWithSecret() {
  const redactor = createRedactor({ home: '/home/ada' });
  redactor.register(SECRET);
  return redactor;
}

describe('redaction', () => {
  it('S21 S22 removes a registered secret in every form', () => {
    const redactor = redactorWithSecret();
    const forms = [
      SECRET,
      `Bearer ${SECRET}`,
      `https://h/?q=${encodeURIComponent(SECRET)}`,
      Buffer.from(SECRET).toString('base64'),
      Buffer.from(`x${SECRET}y`).toString('base64'),
      Buffer.from(`xy${SECRET}`).toString('base64url'),
      JSON.stringify({ a: { b: SECRET } }),
    ];
    for (const form of forms) {
      const safe = redactor.redact(`before ${form} after`);
      expect(safe, form).toContain('[redacted]');
      expect(safe, form).not.toContain('canary');
      const shifted = [0, 1, 2].map((shift) =>
        Buffer.from(safe.replace(/^.*?before /u, '').slice(shift), 'base64').toString('latin1'),
      );
      expect(shifted.join(' '), form).not.toContain('canary-7f');
    }
  });

  it('S22 removes a registered secret that a service rewrites or splits', () => {
    const redactor = redactorWithSecret();
    const hex = Buffer.from(SECRET).toString('hex');
    const perCharacter = (form: (code: number) => string) =>
      [...Buffer.from(SECRET)].map(form).join('');
    const forms = [
      SECRET.toUpperCase(),
      hex,
      hex.toUpperCase().replaceAll(/../gu, '%$&'),
      perCharacter((code) => `\\u00${code.toString(16)}`),
      perCharacter((code) => `&#${code};`),
      SECRET.split('').join('","'),
      `${SECRET.slice(0, 10)}\n${SECRET.slice(10)}`,
      JSON.stringify({ a: SECRET.slice(0, 15), b: SECRET.slice(15) }),
      Buffer.from(SECRET).toString('base64').replaceAll(/.{6}/gu, '$&\n'),
      SECRET.slice(0, 14),
      SECRET.slice(4),
    ];
    for (const form of forms) {
      const safe = redactor.redact(`before ${form} after`);
      expect(safe, form).toMatch(/^before .*\[redacted\].* after$/su);
      // what is left of it, at its ends
      const left = safe.slice('before '.length, -' after'.length).replaceAll('[redacted]', '');
      expect(left.length, form).toBeLessThanOrEqual(form.length * 0.6);
      expect(redactor.withoutSecrets(form), form).not.toBe(form);
    }
    const innocent = 'before gesso, and after 7f3a of the canary, 67657373 and Z2Vzc28';
    expect(redactor.redact(innocent)).toBe(innocent);
    expect(redactor.withoutSecrets(`A`.repeat(5000))).toBe('A'.repeat(5000));
  });

  it('S22 removes strings that look like a credential', () => {
    const redactor = createRedactor({ home: '/home/ada' });
    const lines: readonly (readonly [string, string])[] = [
      ['Authorization: Bearer abc.def', 'Authorization: [redacted]'],
      ['Proxy-Authorization: Basic QWxhZGRpbg==', 'Proxy-Authorization: [redacted]'],
      ['Helicone-Auth: Bearer g-1', 'Helicone-Auth: [redacted]'],
      ['key sk-live_1234567890abc is bad', 'key [redacted] is bad'],
      ['https://u:p@h.example/a?b=1', 'https://h.example/a?b=1'],
      [
        'GET https://s3.example/b/o.mp4?X-Amz-Signature=ab12&X-Amz-Expires=60 403',
        'GET https://s3.example/b/o.mp4?[redacted] 403',
      ],
      ['http://127.0.0.1:1/?tkn=abc', 'http://127.0.0.1:1/?[redacted]'],
      ['https://h/x?task_id=42', 'https://h/x?task_id=42'],
      [`image "${'A'.repeat(200)}=="`, 'image "[base64, 202 characters]"'],
      ['open /home/ada/Pictures/a.png', 'open ~/Pictures/a.png'],
      [
        String.raw`{"video_url":"https://s3.example/o?X-Amz-Date=1\u0026X-Amz-Signature=ab"}`,
        '{"video_url":"https://s3.example/o?[redacted]"}',
      ],
      [
        String.raw`{"u":"https:\/\/s3.example\/o?X-Amz-Signature=ab"}`,
        '{"u":"https://s3.example/o?[redacted]"}',
      ],
      ['PUT /b/o?X-Amz-Signature=ab&a=1 HTTP/1.1', 'PUT /b/o?[redacted] HTTP/1.1'],
      ['cut: …dential=x&X-Amz-Signature=abcdef', 'cut: …dential=x&X-Amz-Signature=[redacted]'],
      [
        '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>AKIA1</AWSAccessKeyId><StringToSign>AWS4</StringToSign></Error>',
        '<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>[redacted]</AWSAccessKeyId><StringToSign>[redacted]</StringToSign></Error>',
      ],
      ['Rejected: {"image_file":"iVBORw0K.', 'Rejected: {"image_file":"[base64]".'],
      ['<img src="data:image/png;base64,iVBORw0KGgo=">', '<img src="data:[base64]">'],
      ['{"face_image_file":"aGVs', '{"face_image_file":"[base64]"'],
      [
        `x ${'A'.repeat(76)}\n${'B'.repeat(76)}\n${'C'.repeat(100)} y`,
        'x [base64, 254 characters] y',
      ],
      [`x ${String.raw`A\/`.repeat(60)} y`, 'x [base64, 180 characters] y'],
      ['nothing to hide: POST /v3/cleanup 200', 'nothing to hide: POST /v3/cleanup 200'],
    ];
    for (const [line, safe] of lines) expect(redactor.redact(line)).toBe(safe);
  });

  it('S22 removes every part of a signed address, in any notation', () => {
    const redactor = createRedactor({ home: '/home/ada' });
    const signed =
      'https://s3.example/b/o.mp4?X-Amz-Algorithm=A&X-Amz-Credential=canary&X-Amz-Date=canary&X-Amz-Signature=canary';
    const writings = [
      signed,
      JSON.stringify({ url: signed }),
      JSON.stringify({ url: signed }).replaceAll('&', String.raw`\u0026`),
      JSON.stringify({ url: signed }).replaceAll('/', String.raw`\/`),
      JSON.stringify({ url: signed })
        .replaceAll('/', String.raw`\/`)
        .replaceAll('&', String.raw`\u0026`),
      signed.replaceAll('&', '&amp;'),
      signed.slice('https://s3.example'.length),
      signed.slice(signed.indexOf('&') + 1),
    ];
    for (const text of writings)
      expect(redactor.redact(`a ${text} b`), text).not.toContain('canary');
  });

  it('is fast on long texts of every kind', () => {
    const redactor = createRedactor({ home: '/home/ada' });
    for (const piece of [
      'A',
      'A/',
      '\\/',
      'A\n',
      '<sign',
      'https://',
      '"image":"',
      'data:a/b;base64,',
      '/?a=',
    ]) {
      const text = piece.repeat(Math.ceil(60_000 / piece.length));
      expect(redactor.redact(text).length).toBeLessThanOrEqual(text.length * 2);
    }
  });

  it('does not treat a few letters as a secret', () => {
    const redactor = createRedactor({ home: '/' });
    redactor.register('e');
    redactor.register('');
    expect(redactor.redact('the end /')).toBe('the end /');
  });
});
