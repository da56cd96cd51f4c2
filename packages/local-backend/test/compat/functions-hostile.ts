/**
 * Returns the source code of a function that tries to open `port` in every known way. The function
 * responds with the result of each attempt: `open`, or the error.
 * @param port a free port on which the function itself does not listen
 */
export const HOSTILE = (port: number) => `
import dgram from "node:dgram";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import inspector from "node:inspector";
import net from "node:net";
import process, { kill } from "node:process";
import tls from "node:tls";
import vm from "node:vm";
import { Worker as NodeWorker } from "node:worker_threads";

const kept = [];
const all = "0.0.0.0";
const loopback = "127.0.0.1";
const port = ${port};
const { TCP } = process.binding("tcp_wrap");
const { Pipe } = process.binding("pipe_wrap");
const { UDP } = process.binding("udp_wrap");
const keep = (value) => (kept.push(value), value);

/** Resolves with "open" when the server listens. Rejects with the server's error. */
const listening = (server) => new Promise((resolve, reject) => {
  keep(server).once("error", reject);
  server.once("listening", () => resolve("open"));
});
/** Binds a TCP handle of Node and makes it listen, without a server class. */
const raw = (host, bind = "bind") => {
  const handle = keep(new TCP(1));
  const bound = handle[bind](host, port, 0);
  const code = bound || handle.listen(1);
  if (code !== 0) throw new Error("code " + code);
  return "open";
};
const twoFaced = () => {
  const texts = [loopback, loopback, all, all];
  return { toString: () => texts.shift() ?? all };
};
const CODE = "data:text/javascript,const listener = Deno.listen({ hostname: '127.0.0.1', port: " + port + " });";
const WEB_CODE = CODE + "postMessage(1)";
const NODE_CODE = new URL(CODE + "import('node:worker_threads').then((m) => m.parentPort.postMessage(1))");
const worker = (create) => new Promise((resolve, reject) => {
  const made = keep(create());
  made.onmessage = () => resolve("open");
  made.onerror = (event) => (event.preventDefault(), reject(new Error(event.message)));
  made.on?.("message", () => resolve("open"));
  made.on?.("error", reject);
});

const attempts = {
  listen: () => keep(Deno.listen({ port })),
  listenLoopback: () => keep(Deno.listen({ hostname: loopback, port })),
  listenUnix: () => keep(Deno.listen({ transport: "unix", path: "\\0" + port })),
  listenVsock: () => keep(Deno.listen({ transport: "vsock", cid: -1, port })),
  listenTls: () => keep(Deno.listenTls({ port, hostname: loopback, cert: "", key: "" })),
  listenDatagram: () => keep(Deno.listenDatagram({ transport: "udp", hostname: loopback, port })),
  datagramUnix: () => keep(Deno.listenDatagram({ transport: "unixpacket", path: "\\0u" + port })),
  quic: () => keep(new Deno.QuicEndpoint({ hostname: loopback, port })),
  quicClient: () => keep(new Deno.QuicEndpoint()),
  quicConnect: () => {
    keep(Deno.connectQuic({ hostname: loopback, port, alpnProtocols: ["h3"] })).catch(() => {});
  },
  webTransport: () => {
    keep(new WebTransport("https://127.0.0.1:" + port)).ready.catch(() => {});
  },
  serve: () => keep(Deno.serve({ hostname: loopback, port }, () => new Response())),
  serveUnix: () => keep(Deno.serve({ path: "\\0s" + port }, () => new Response())),
  serveShared: () => keep(Deno.serve({ hostname: loopback, port, reusePort: true }, () => new Response())),
  serveGetters: () => keep(Deno.serve({ get hostname() { return loopback; }, get port() { return port; } }, () => new Response())),
  servePolluted: () => {
    Object.prototype.transport = "unix";
    Object.prototype.path = "\\0p" + port;
    try {
      return keep(Deno.serve(() => new Response()));
    } finally {
      delete Object.prototype.transport;
      delete Object.prototype.path;
    }
  },
  serveAddress: () => {
    Deno.env.set("DENO_SERVE_ADDRESS", "duplicate,tcp:127.0.0.1:" + port);
    return keep(Deno.serve(() => new Response()));
  },
  nodeAddress: () => {
    process.env.DENO_SERVE_ADDRESS = "duplicate,tcp:127.0.0.1:" + port;
    return listening(http.createServer().listen(port));
  },
  http2Address: () => {
    process.env.DENO_SERVE_ADDRESS = "duplicate,tcp:127.0.0.1:" + port;
    return listening(http2.createServer().listen(port));
  },
  http: () => listening(http.createServer().listen(port, all)),
  https: () => listening(https.createServer({}).listen(port, loopback)),
  http2: () => listening(http2.createServer().listen(port, loopback)),
  http2Secure: () => listening(http2.createSecureServer({}).listen(port, loopback)),
  tls: () => listening(tls.createServer({}).listen(port, loopback)),
  net: () => listening(net.createServer().listen({ port, host: "::" })),
  netLoopback: () => listening(net.createServer().listen(port, loopback)),
  netAbstract: () => listening(net.createServer().listen("\\0n" + port)),
  netHandle: () => {
    const handle = keep(new TCP(1));
    handle.bind(loopback, port, 0);
    return listening(net.createServer().listen(handle));
  },
  netDescriptor: () => listening(net.createServer().listen({ fd: 9 })),
  netSetup: () => {
    const server = net.createServer();
    const answer = listening(server);
    server._listen2(loopback, port, 4, 1);
    return answer;
  },
  netCreated: () => {
    const handle = keep(net._createServerHandle(loopback, port, 4));
    if (typeof handle === "number" || handle.listen(1) !== 0) throw new Error("refused");
    return "open";
  },
  netSubclass: () => {
    class Server extends net.Server {
      listen(...given) {
        this._listen2(loopback, port, 4, 1);
        return this;
      }
    }
    return listening(new Server().listen());
  },
  raw: () => raw(loopback),
  rawAll: () => raw("0"),
  rawLocalhost: () => raw("localhost"),
  raw6: () => raw("::1", "bind6"),
  rawTwoFaced: () => raw(twoFaced()),
  rawOwn: () => {
    const handle = keep(new TCP(1));
    if (handle.bind(loopback, server.addr.port) || handle.listen(1)) throw new Error("refused");
    return "open";
  },
  rawRebound: () => {
    const handle = keep(new TCP(1));
    handle.bind(loopback, server.addr.port, 0);
    handle.bind(loopback, port, 0);
    if (handle.listen(1) !== 0) throw new Error("refused");
    return "open";
  },
  rawReopened: () => {
    const other = keep(new TCP(1));
    other.bind(loopback, port, 0);
    const handle = keep(new TCP(1));
    handle.bind(loopback, server.addr.port, 0);
    handle.open(other.fdForIpc());
    if (handle.listen(1) !== 0) throw new Error("refused");
    return "open";
  },
  rawOpened: () => {
    const other = keep(new TCP(1));
    other.bind(loopback, port, 0);
    if (keep(new TCP(1)).open(other.fdForIpc()) !== 0) throw new Error("refused");
    return "open";
  },
  udpOpened: () => {
    const other = keep(new TCP(1));
    other.bind(loopback, port, 0);
    if (keep(new UDP()).open(other.fdForIpc()) !== 0) throw new Error("refused");
    return "open";
  },
  rawWithFlags: () => raw(loopback, "bindWithFlags"),
  rawUnbound: () => {
    const handle = keep(new TCP(1));
    if (handle.listen(1) !== 0) throw new Error("refused");
    return "open";
  },
  rawTampered: () => {
    const { has, add } = WeakSet.prototype;
    WeakSet.prototype.has = () => true;
    WeakSet.prototype.add = () => {};
    try {
      return raw(loopback);
    } finally {
      Object.assign(WeakSet.prototype, { has, add });
    }
  },
  rawOfSocket: () => {
    const Handle = new net.Socket({ handle: new TCP(0) })._handle.constructor;
    const handle = keep(new Handle(1));
    if (handle.bind(loopback, port, 0) || handle.listen(1)) throw new Error("refused");
    return "open";
  },
  pipe: () => {
    const handle = keep(new Pipe(1));
    if (handle.bind("\\0w" + port) || handle.listen(1)) throw new Error("refused");
    return "open";
  },
  pipeOfTcp: () => {
    const handle = keep(new TCP(1));
    handle.bind(loopback, port, 0);
    if (Pipe.prototype.listen.call(handle, 1) !== 0) throw new Error("refused");
    return "open";
  },
  dgram: () => listening(dgram.createSocket("udp4").bind(port, loopback)),
  dgramAll: () => listening(dgram.createSocket("udp6").bind(port)),
  dgramSend: () => new Promise((resolve, reject) => {
    keep(dgram.createSocket("udp4")).send("x", port, loopback, (error) => error ? reject(error) : resolve("open"));
  }),
  udp: () => {
    if (keep(new UDP()).bind(loopback, port, 0) !== 0) throw new Error("refused");
    return "open";
  },
  udp6: () => {
    if (keep(new UDP()).bind6("::1", port, 0) !== 0) throw new Error("refused");
    return "open";
  },
  inspector: () => inspector.open(port, loopback),
  signal: () => process.kill(process.pid, "SIGUSR1"),
  signalImported: () => kill(process.pid, 10),
  signalFraction: () => process._kill(process.pid, 10.5),
  signalDeno: () => Deno.kill(Deno.pid, "SIGUSR1"),
  signalNumber: () => Deno.kill(Deno.pid, 10),
  worker: () => worker(() => new Worker(WEB_CODE, { type: "module" })),
  nodeWorker: () => worker(() => new NodeWorker(NODE_CODE)),
  nodeWorkerRestored: () => {
    Object.setPrototypeOf(NodeWorker, process.getBuiltinModule("node:events"));
    return worker(() => new NodeWorker(NODE_CODE));
  },
  nodeWorkerBuilt: () => worker(() => Reflect.construct(NodeWorker, [NODE_CODE], class {})),
  deleted: () => {
    for (const name of ["listen", "serve"]) delete Deno[name];
    for (const name of ["listen", "bind"]) delete TCP.prototype[name];
    const opened = Deno.listen?.({ hostname: loopback, port }) ?? raw(loopback);
    return keep(opened);
  },
  context: () => vm.runInNewContext("Deno.listen({ hostname: '127.0.0.1', port: " + port + " })"),
  internal: () => keep(Deno[Deno.internal].core.ops.op_net_listen_tcp({ hostname: loopback, port }, false, false, 1)),
  frame: () => import("ext:deno_net/01_net.js").then((module) => keep(module.listen({ hostname: loopback, port }))),
};

const server = Deno.serve(async () => {
  const answers = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt();
      answers[name] = "open";
    } catch (error) {
      answers[name] = String(error?.message ?? error).split("\\n")[0];
    }
  }
  return Response.json(answers);
});
`;
