// Deno runs this before a function, in the function's own realm. It turns every way of listening to
// the function's own address, or refuses it. Deno's permissions cannot: `--allow-net` governs
// listening and connecting alike, and a function may connect to everything.
//
// The originals live in this module only: code that replaces or deletes a wrapper does not get them
// back. The checks on which this rests call nothing that a function may have replaced.
import dgram from "node:dgram";
import http from "node:http";
import net from "node:net";
import process from "node:process";
import threads from "node:worker_threads";

const { apply } = Reflect;
const {
  defineProperty,
  getOwnPropertyDescriptor,
  getOwnPropertyNames,
  preventExtensions,
  setPrototypeOf,
} = Object;
const { add, delete: remove, has } = WeakSet.prototype;
const { nextTick } = process;
const { AddrInUse, NotSupported } = Deno.errors;
const { exit, listen, mainModule, serve } = Deno;
const { console, setTimeout } = globalThis;
const { delete: deleteVariable } = Deno.env;

const ADDRESS = Deno.env.get("DENO_SERVE_ADDRESS");
const HOST = "127.0.0.1";
const PORT = Number(ADDRESS.slice(ADDRESS.lastIndexOf(":") + 1));
const OWN = { __proto__: null, hostname: HOST, port: PORT };

const ONCE =
  "A function listens once, on the address it is given: answer every path in one handler of Deno.serve";

const SERVE_INSTEAD =
  "is not supported in functions, which answer HTTP on one address: use Deno.serve";

function replace(target, name, value) {
  const enumerable = getOwnPropertyDescriptor(target, name)?.enumerable ?? false;
  // Libraries that trace calls wrap Deno.serve, too.
  const free = { writable: true, configurable: true };
  defineProperty(target, name, { __proto__: null, value, enumerable, ...free });
}

function refuse(target, name, what, why = SERVE_INSTEAD) {
  if (target[name] === undefined) return;
  // Not an arrow function: some of these are called with `new`.
  replace(target, name, function refused() {
    throw new NotSupported(`${what} ${why}`);
  });
}

function methodsOf(type, pattern) {
  return getOwnPropertyNames(type.prototype).filter((name) => pattern.test(name));
}

let hasListened = false;

/** Opens the function's own address; says what to do when the function itself holds it already. */
function openOnce(open) {
  try {
    const opened = open();
    hasListened = true;
    return opened;
  } catch (cause) {
    throw hasListened && cause instanceof AddrInUse ? new NotSupported(ONCE) : cause;
  }
}

function isHeldByUs() {
  if (!hasListened) return false;
  try {
    listen(OWN).close();
    return false;
  } catch {
    return true;
  }
}

// Deno's own servers. `serve` of Deno's standard library calls Deno.listen.

replace(Deno, "listen", (options) => {
  const transport = options?.transport ?? "tcp";
  if (transport !== "tcp") throw new NotSupported(`Deno.listen on ${transport} ${SERVE_INSTEAD}`);
  return openOnce(() => listen(OWN));
});

replace(Deno, "serve", (first, second) => {
  const options = typeof first === "function" ? undefined : first;
  const own = {
    __proto__: null,
    hostname: HOST,
    port: PORT,
    automaticCompression: options?.automaticCompression,
    onError: options?.onError,
    onListen: options?.onListen,
    signal: options?.signal,
  };
  const handler = [first, second, options?.handler].find((each) => typeof each === "function");
  // Deno lets this variable win over the options, and a function may have set it.
  deleteVariable("DENO_SERVE_ADDRESS");
  // Deno would look the transport up there.
  if ("transport" in {}) throw new NotSupported(`Object.prototype.transport ${SERVE_INSTEAD}`);
  return openOnce(() => serve(own, handler));
});

refuse(Deno, "listenTls", "Deno.listenTls");
for (const name of ["listenDatagram", "QuicEndpoint", "connectQuic"]) {
  refuse(Deno, name, `Deno.${name}`);
}
refuse(globalThis, "WebTransport", "WebTransport");

// Node's servers. All of them, npm packages included, end in `net.Server`.

const { listen: listenInNode } = net.Server.prototype;

// The first server of node:http, node:https or node:http2 asks the variable, too, and opens what it
// says past everything below. This call is the first; after it, Deno does not ask again.
net.Server.prototype.listen = () => undefined;
apply(http.Server.prototype.listen, { once: () => undefined }, []);
deleteVariable("DENO_SERVE_ADDRESS");

net.Server.prototype.listen = function listen(...given) {
  if (!this.listening && isHeldByUs()) {
    nextTick(() => this.emit("error", new NotSupported(ONCE)));
    return this;
  }
  const { signal } = given[0] ?? {};
  const options = { host: HOST, port: PORT, ...(signal === undefined ? {} : { signal }) };
  const callback = given.find((each) => typeof each === "function");
  return apply(listenInNode, this, callback ? [options, callback] : [options]);
};

// The handles below Node's servers, which `process.binding` and every open socket lead to.

const { TCP } = process.binding("tcp_wrap");
const { Pipe } = process.binding("pipe_wrap");
const { UDP } = process.binding("udp_wrap");
/** The handles bound to the function's own address: only these may listen. */
const bound = new WeakSet();

for (const name of methodsOf(TCP, /^bind/)) {
  const original = TCP.prototype[name];
  const isForOwn = name === "bind" || name === "bindWithFlags";
  replace(TCP.prototype, name, function bind(...given) {
    const isOwn = isForOwn && given[0] === HOST && given[1] === PORT;
    const code = apply(original, this, given);
    // Only now: converting the arguments may have run code that bound this very handle.
    apply(isOwn && code === 0 ? add : remove, bound, [this]);
    return code;
  });
}

const { listen: listenOnHandle } = TCP.prototype;
replace(TCP.prototype, "listen", function listen(backlog) {
  if (!apply(has, bound, [this])) throw new NotSupported(ONCE);
  const code = apply(listenOnHandle, this, [backlog]);
  if (code === 0) hasListened = true;
  return code;
});

// Opening the number of a socket makes it listen, unbound ones on every address.
refuse(TCP.prototype, "open", "A socket by its number");
for (const name of methodsOf(Pipe, /^(bind|listen)/)) {
  refuse(Pipe.prototype, name, "Listening on a path");
}
for (const name of methodsOf(UDP, /^(bind|open)/)) refuse(UDP.prototype, name, "node:dgram");
refuse(dgram.Socket.prototype, "bind", "node:dgram");

// A worker is another realm, without these wrappers; hosted has no workers.

const WHY_NO_WORKERS =
  "is not supported in functions, here as on hosted: do the work in the handler of Deno.serve";
refuse(globalThis, "Worker", "Worker", WHY_NO_WORKERS);
// Imports of this class cannot be replaced, but its constructor calls the parent's, whichever that is.
setPrototypeOf(threads.Worker, function refused() {
  throw new NotSupported(`Worker ${WHY_NO_WORKERS}`);
});
preventExtensions(threads.Worker);

// This signal opens Deno's debugger, which listens on a port. A process may always signal itself.

const { kill } = Deno;
const { _kill: killInNode } = process;
const { SIGUSR1 } = process.binding("constants").os.signals;

function checked(signal) {
  const plain = typeof signal === "string" ? signal : signal | 0;
  if (plain !== "SIGUSR1" && plain !== SIGUSR1) return plain;
  throw new NotSupported(`SIGUSR1 ${SERVE_INSTEAD}`);
}

replace(Deno, "kill", (pid, signal = "SIGTERM") => kill(pid, checked(signal)));
replace(process, "_kill", (pid, signal) => apply(killInNode, process, [pid, checked(signal)]));

// A function may export its handler instead of calling Deno.serve. The main module is loaded when
// this event occurs, also with an await at its top level, so the import runs nothing again.

/** A function may begin to listen after it has loaded, for example when a connection is open. */
const LISTEN_TIMEOUT_MILLISECONDS = 5_000;

addEventListener("load", async () => {
  const { default: exported } = await import(mainModule);
  if (!hasListened && typeof exported?.fetch === "function") {
    Deno.serve((request, info) => exported.fetch(request, info));
  }
  const timer = setTimeout(() => {
    if (hasListened) return;
    console.error("error: it does not listen: call Deno.serve or export default { fetch }");
    exit(1);
  }, LISTEN_TIMEOUT_MILLISECONDS);
  Deno.unrefTimer(timer);
});

// Ends the worker when Node dies, even by SIGKILL: it is then adopted by another parent.
// (Reading stdin instead would hold up the function.)
const parent = Deno.ppid;
Deno.unrefTimer(
  setInterval(() => {
    if (Deno.ppid !== parent) Deno.exit(0);
  }, 1000),
);
