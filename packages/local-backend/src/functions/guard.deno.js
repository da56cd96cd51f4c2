// Deno runs this script before an Edge Function, in the same realm. The script replaces every API
// that can listen, because `--allow-net` covers both listening and connecting. Never pass the
// original APIs to code that a function can replace.
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
  "A function can listen only once, on the address that it gets: handle every path in one handler of Deno.serve";

const SERVE_INSTEAD =
  "is not supported in functions, which serve HTTP on one address: use Deno.serve";

function replace(target, name, value) {
  const enumerable = getOwnPropertyDescriptor(target, name)?.enumerable ?? false;
  // Keep replaced properties writable, because tracing libraries wrap `Deno.serve`.
  const free = { writable: true, configurable: true };
  defineProperty(target, name, { __proto__: null, value, enumerable, ...free });
}

function refuse(target, name, what, why = SERVE_INSTEAD) {
  if (target[name] === undefined) return;
  // An arrow function would not work for callers that use `new`.
  replace(target, name, function refused() {
    throw new NotSupported(`${what} ${why}`);
  });
}

function methodsOf(type, pattern) {
  return getOwnPropertyNames(type.prototype).filter((name) => pattern.test(name));
}

let hasListened = false;

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
  // Deno prefers this variable to the options, and a function may have set it.
  deleteVariable("DENO_SERVE_ADDRESS");
  // Deno also reads inherited options, such as `Object.prototype.transport`.
  if ("transport" in {}) throw new NotSupported(`Object.prototype.transport ${SERVE_INSTEAD}`);
  return openOnce(() => serve(own, handler));
});

refuse(Deno, "listenTls", "Deno.listenTls");
for (const name of ["listenDatagram", "QuicEndpoint", "connectQuic"]) {
  refuse(Deno, name, `Deno.${name}`);
}
refuse(globalThis, "WebTransport", "WebTransport");

// Restrict Node servers. All of them, also those in npm packages, use `net.Server`.

const { listen: listenInNode } = net.Server.prototype;

// For the first Node server, Deno opens the address in DENO_SERVE_ADDRESS without calling the
// wrappers below. Make this first call here, while `listen` of `net.Server` does nothing.
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

// Restrict handles. A function can reach them through `process.binding` and every open socket.

const { TCP } = process.binding("tcp_wrap");
const { Pipe } = process.binding("pipe_wrap");
const { UDP } = process.binding("udp_wrap");
/** Handles that may listen, because they are bound to the function's own address. */
const bound = new WeakSet();

for (const name of methodsOf(TCP, /^bind/)) {
  const original = TCP.prototype[name];
  const isForOwn = name === "bind" || name === "bindWithFlags";
  replace(TCP.prototype, name, function bind(...given) {
    const isOwn = isForOwn && given[0] === HOST && given[1] === PORT;
    const code = apply(original, this, given);
    // Update the set last: `original` converts the arguments, which may run code that binds `this`.
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

// Refuse `open`, which takes a file descriptor: an unbound socket would listen on every address.
refuse(TCP.prototype, "open", "A socket by its number");
for (const name of methodsOf(Pipe, /^(bind|listen)/)) {
  refuse(Pipe.prototype, name, "Listening on a path");
}
for (const name of methodsOf(UDP, /^(bind|open)/)) refuse(UDP.prototype, name, "node:dgram");
refuse(dgram.Socket.prototype, "bind", "node:dgram");

// Workers would run in a realm without these wrappers. Hosted Supabase has no workers either.

const WHY_NO_WORKERS =
  "is not supported in functions, here or on hosted Supabase: do the work in the handler of Deno.serve";
refuse(globalThis, "Worker", "Worker", WHY_NO_WORKERS);
// The imported class cannot be replaced, but its constructor calls the parent class.
setPrototypeOf(threads.Worker, function refused() {
  throw new NotSupported(`Worker ${WHY_NO_WORKERS}`);
});
preventExtensions(threads.Worker);

// SIGUSR1 opens Deno's debugger, and Deno lets every process signal itself.

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

/** Time until a function must listen. Some functions connect to a server first. */
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

// End the worker if the backend process has ended, even by SIGKILL.
const parent = Deno.ppid;
Deno.unrefTimer(
  setInterval(() => {
    if (Deno.ppid !== parent) Deno.exit(0);
  }, 1000),
);
