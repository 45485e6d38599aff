import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { RefusalCode } from '@refectory/contract/errors';

import { refusalText } from './refusal-texts.ts';

/** What Node's parser gives up on, by its code; anything else is a request it cannot read. */
const refusals: Readonly<Record<string, { readonly status: number; readonly code: RefusalCode }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'tooLarge' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'badRequest' },
};

/** Answers what never became a request in the envelope too, with the headers of every answer; there is no language yet. */
export function answerClientErrors(
  headers: Readonly<Record<string, string>>,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, code } = refusals[error.code ?? ''] ?? { status: 400, code: 'badRequest' };
    const message = refusalText(code, { field: 'HTTP' }, 'en');
    const body = JSON.stringify({ success: false, resultText: message, error: { code, message } });
    const lines = Object.entries({
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };
}
