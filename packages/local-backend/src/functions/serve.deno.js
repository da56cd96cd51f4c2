/**
 * `serve` of https://deno.land/std/http/server.ts, which most older functions import. The address in
 * their options is ignored: each function listens on its own.
 * @public Functions import it.
 */
export function serve(handler, { onError, onListen, signal } = {}) {
  const server = Deno.serve({ onError, onListen, signal }, (request, { remoteAddr }) =>
    handler(request, { localAddr: server.addr, remoteAddr }),
  );
  return server.finished;
}
