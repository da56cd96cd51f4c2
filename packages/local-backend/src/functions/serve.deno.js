/**
 * Replaces `serve` of https://deno.land/std/http/server.ts, which most older functions import.
 * Ignores the address in the options, because each function listens on its own address.
 * @public Functions import it.
 */
export function serve(handler, { onError, onListen, signal } = {}) {
  const server = Deno.serve({ onError, onListen, signal }, (request, { remoteAddr }) =>
    handler(request, { localAddr: server.addr, remoteAddr }),
  );
  return server.finished;
}
