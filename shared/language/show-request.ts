/** A request for reading and for trying elsewhere: as JSON and as cURL, with the keys left out. */
import { COMPLETIONS_PATH } from '../api/completions.ts';
import type { Connection } from '../contract/connections.ts';
import type { LanguageRequest } from '../contract/language.ts';
import { requestBody } from './request-body.ts';
import { shellWord } from '../shell-word.ts';

/** The fields of a connection that the address and the headers need. */
export type ShownConnection = Pick<Connection, 'baseUrl' | 'chatPath' | 'gateway'>;

/**
 * The body, as it is sent.
 *
 * @throws AppError `invalid-input` for a value out of range
 */
export function requestAsJson(request: LanguageRequest): string {
  return JSON.stringify(requestBody(request), undefined, 2);
}

/**
 * A command for a shell of the Bourne kind. The keys are variables, for the user to set.
 *
 * SECURITY: S21 no key is in it: the page has none.
 */
export function requestAsCurl(request: LanguageRequest, connection: ShownConnection): string {
  const { gateway } = connection;
  const base = (gateway?.baseUrl ?? connection.baseUrl).replace(/\/+$/u, '');
  const path = request.kind === 'chat' ? connection.chatPath : COMPLETIONS_PATH;
  const headers = ['-H "Authorization: Bearer $API_KEY"', "-H 'Content-Type: application/json'"];
  if (gateway !== undefined) {
    const scheme = gateway.scheme === 'bearer' ? 'Bearer ' : '';
    headers.push(`-H ${shellWord(`${gateway.headerName}: ${scheme}`)}"$GATEWAY_KEY"`);
  }
  const body = shellWord(JSON.stringify(requestBody(request)));
  const isStream = requestBody(request)['stream'] === true;
  const lines = [
    `curl${isStream ? ' --no-buffer' : ''} ${shellWord(base + path)}`,
    ...headers,
    `--data-raw ${body}`,
  ];
  return lines.join(' \\\n  ');
}
