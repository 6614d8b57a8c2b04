import { COMPLETIONS_PATH } from '../api/completions.ts';
import type { Connection } from '../contract/connections.ts';
import type { LanguageRequest } from '../contract/language.ts';
import { requestBody } from './request-body.ts';
import { commandOf, plainJson, type Shell, type ShownRequest } from '../activity/curl.ts';

type ShownConnection = Pick<Connection, 'baseUrl' | 'chatPath' | 'gateway'>;

/** @throws AppError `invalid-input` for a value out of range */
export function requestAsJson(request: LanguageRequest): string {
  return JSON.stringify(requestBody(request), undefined, 2);
}

/** The request as a command for a shell. SECURITY: S21 no key is in it: the page has none. */
export function requestAsCommand(
  shell: Shell,
  request: LanguageRequest,
  connection: ShownConnection,
): string {
  const { gateway } = connection;
  const base = (gateway?.baseUrl ?? connection.baseUrl).replace(/\/+$/u, '');
  const path = request.kind === 'chat' ? connection.chatPath : COMPLETIONS_PATH;
  const headers: ShownRequest['headers'] = [
    ['Authorization', ['Bearer ', { variable: 'GESSO_API_KEY' }]],
    ['Content-Type', ['application/json']],
  ];
  const ofGateway: ShownRequest['headers'] =
    gateway === undefined
      ? []
      : [
          [
            gateway.headerName,
            [gateway.scheme === 'bearer' ? 'Bearer ' : '', { variable: 'GESSO_GATEWAY_KEY' }],
          ],
        ];
  const body = requestBody(request);
  return commandOf(shell, {
    method: 'POST',
    address: [base + path],
    headers: [...headers, ...ofGateway],
    body: [plainJson(body)],
    isStream: body['stream'] === true,
  });
}
