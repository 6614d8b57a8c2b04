/** Refusals of the object storage, which are XML. */
import type { Answer } from '../answer.ts';
import { randomBytes } from 'node:crypto';

/**
 * A refusal as object storage words it ("Error responses" of the Amazon S3 API reference).
 *
 * @param code such as `AccessDenied`
 * @param details further elements by name
 */
export function xmlError(
  status: number,
  code: string,
  message: string,
  details: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const elements = { Code: code, Message: message, ...details, RequestId: requestId };
  const inner = Object.entries(elements).map(
    ([name, text]) => `<${name}>${escape(text)}</${name}>`,
  );
  return {
    status,
    contentType: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${inner.join('')}</Error>`,
    headers: { 'x-amz-request-id': requestId, ...headers },
  };
}

function escape(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}
