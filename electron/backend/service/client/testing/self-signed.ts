/** A certificate for tests, made on the spot: nothing secret-looking lies in the repository. */
import { generateKeyPairSync, sign } from 'node:crypto';

/** Both PEM. */
export interface TestCertificate {
  readonly key: string;
  readonly certificate: string;
}

/** A self-signed certificate (X.509 v3, P-256) for one DNS name and 127.0.0.1, valid today. */
export function createTestCertificate(name: string): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 86_400_000;
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));
  const subject = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))));
  const names = der(0x30, der(0x82, Buffer.from(name)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    der(0x30, time(Date.now() - day), time(Date.now() + day)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, oid('551d11'), der(0x04, names)))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').replace(/(.{64})/gu, '$1\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** GeneralizedTime would be refused before 2050: UTCTime, two digits for the year. */
function time(milliseconds: number): Buffer {
  const text = new Date(milliseconds).toISOString().replace(/[-:T]|\.\d+/gu, '');
  return der(0x17, Buffer.from(text.slice(2)));
}
