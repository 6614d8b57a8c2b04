/** A service with models whose answers a test or benchmark writes piece by piece. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, type RunningServer } from '../../electron/testing/listen.ts';

/** One request for an answer. */
export interface ModelCall {
  readonly body: ChatBody;
  /** Sends a piece of text, as one token. */
  write(text: string): void;
  /** Sends other content: thoughts, a refusal, content parts. */
  send(delta: Readonly<Record<string, unknown>>): void;
  /** Sends the end with its reason and usage. */
  finish(reason?: string): void;
  /** Breaks the connection. */
  cut(): void;
  /** Resolves when the connection is closed, from either side. */
  readonly closed: Promise<void>;
}

/** The fields of a request that tests check. */
interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

export interface ModelServer extends RunningServer {
  readonly key: string;
  /** Refuses the next request as too many. @param retryAfter seconds */
  refuseNext(retryAfter: number): void;
  /** Resolves with the next request. */
  nextCall(): Promise<ModelCall>;
}

const KEY = 'gesso-test-key-2222';

/** Models of the list. Prices are 1/10000 USD per million tokens. */
const MODELS = [
  ['test/first', 'First model'],
  ['test/second', 'Second model'],
].map(([id, title]) => ({
  id,
  title,
  description: 'Answers with the words of a test.',
  object: 'model',
  created: 1_790_000_000,
  context_size: 200_000,
  input_token_price_per_m: 3900,
  output_token_price_per_m: 7800,
}));

export async function startModelServer(): Promise<ModelServer> {
  let retryAfter: number | undefined;
  const calls: ModelCall[] = [];
  const waiting: ((call: ModelCall) => void)[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: 401, reason: 'UNAUTHORIZED', message: 'Wrong key.' }));
      return;
    }
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: MODELS }));
      return;
    }
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    if (retryAfter !== undefined) {
      response.writeHead(429, { 'retry-after': String(retryAfter) }).end();
      retryAfter = undefined;
      return;
    }
    const call = createCall(JSON.parse(text) as ChatBody, response);
    const next = waiting.shift();
    if (next === undefined) calls.push(call);
    else next(call);
  }

  return {
    ...(await listen(server)),
    key: KEY,
    refuseNext(seconds) {
      retryAfter = seconds;
    },
    nextCall() {
      const call = calls.shift();
      return call === undefined
        ? new Promise((resolve) => waiting.push(resolve))
        : Promise.resolve(call);
    },
  };
}

function createCall(body: ChatBody, response: ServerResponse): ModelCall {
  const head = { id: 'chat-test', object: 'chat.completion.chunk', created: 1_790_000_000 };
  const send = (choices: readonly unknown[], more: object = {}): void => {
    const chunk = { ...head, model: body.model, choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  let pieces = 0;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return {
    body,
    closed: new Promise((resolve) => response.once('close', () => resolve())),
    write(content) {
      pieces += 1;
      send([{ index: 0, delta: { content }, finish_reason: null }]);
    },
    send: (delta) => send([{ index: 0, delta, finish_reason: null }]),
    finish(reason = 'stop') {
      send([{ index: 0, delta: {}, finish_reason: reason }]);
      const usage = { prompt_tokens: 12, completion_tokens: pieces, total_tokens: 12 + pieces };
      send([], { usage });
      response.end('data: [DONE]\n\n');
    },
    cut: () => response.destroy(),
  };
}
