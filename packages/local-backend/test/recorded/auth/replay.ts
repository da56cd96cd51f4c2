import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClock, type TestClock } from "../../compat/clock.ts";
import type { Outcome } from "../page.ts";
import { type Answer, claimsIn, describeAnswer } from "./answer.ts";
import { SERVERS, type Server, type ServerName, startServer, stopServer } from "./servers.ts";

interface Recording {
  run: number;
  name: string;
  request?: string;
  real: {
    status: unknown;
    code?: unknown;
    msg: string;
    hn: string;
    cc?: string;
    loc?: string;
    json?: unknown;
    claims?: { c: Record<string, unknown> };
  };
}

type Json = Record<string, unknown>;

export interface Changes {
  /**
   * The caller: `service` for the service role, `key` for the API key alone, or an access token.
   * Default: `key`.
   */
  as?: "service" | "key" | (string & {});
  body?: Json;
  /** The complete body, for a call whose recorded body was cut off. */
  text?: string;
  /** IDs that replace the recorded UUIDs in the path, in order. */
  ids?: readonly string[];
  headers?: Readonly<Record<string, string | undefined>>;
  url?: string;
  /** Returns the part of the body to compare, for a call whose recorded body is incomplete. */
  view?(body: never, headers: Headers): unknown;
}

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of forty endpoints have different shapes, which the tests compare
  body: any;
}

export interface Session {
  access_token: string;
  refresh_token: string;
  user: { id: string };
}

export interface ReceivedEmail {
  code: string;
  link: string;
  hash: string;
}

const PASSWORD = "passw0rd1";
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const PAUSE_SECONDS = 61;

export class Replay {
  readonly clock: TestClock;
  readonly #servers: ReadonlyMap<ServerName, Server>;
  readonly #left: Recording[];
  readonly #outcomes = new Map<Recording, Outcome>();
  readonly #recordings: readonly Recording[];
  #people = 0;
  /** Number of the recorded run, 1 or 2. The two runs contain calls with the same names. */
  run = 1;

  private constructor(clock: TestClock, servers: ReadonlyMap<ServerName, Server>) {
    this.clock = clock;
    this.#servers = servers;
    const lines = readFileSync(join(import.meta.dirname, "../auth.jsonl"), "utf8").split("\n");
    this.#recordings = lines.filter(Boolean).map((line) => JSON.parse(line) as Recording);
    this.#left = [...this.#recordings];
  }

  static async open(): Promise<Replay> {
    const clock = createClock();
    const started = SERVERS.map(async (name) => [name, await startServer(name, clock)] as const);
    return new Replay(clock, new Map(await Promise.all(started)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(stopServer));
  }

  server(name: ServerName): Server {
    const server = this.#servers.get(name);
    if (server === undefined) throw new Error(`no server ${name}`);
    return server;
  }

  outcomes(reasonOf: (outcome: Outcome) => string | undefined): Outcome[] {
    return this.#recordings.map((recording) => {
      const call = nameOf(recording);
      const real = describeAnswer(realAnswer(recording));
      const made = this.#outcomes.get(recording) ?? { call, real, ours: "" };
      const reason = reasonOf(made);
      return reason === undefined ? made : { ...made, reason };
    });
  }

  async send(name: string, changes: Changes = {}): Promise<Reply> {
    const recording = this.#take(name);
    const { server, method, path, body } = parseRequest(recording);
    if (isEmailing(method, path) && recording.real.status !== 429) this.pass(PAUSE_SECONDS);
    let id = 0;
    const ownPath = path.replaceAll(UUID, (known) => changes.ids?.[id++] ?? known);
    const own = changes.text === undefined ? mergeBody(body, changes.body) : {};
    const reply = await this.raw(server, method, ownPath, { ...changes, ...own });
    const { view } = changes;
    const seen = view === undefined ? reply.body : view(reply.body as never, reply.headers);
    this.#keep(recording, answerOf(reply, seen));
    return reply;
  }

  async sendAll(names: readonly string[], changes: Changes = {}): Promise<void> {
    for (const name of names) await this.send(name, changes);
  }

  made(name: string, answer: Partial<Answer> & { body: unknown }): void {
    this.#keep(this.#take(name), { status: 200, message: "", headers: [], ...answer });
  }

  #keep(recording: Recording, answer: Answer): void {
    const real = describeAnswer(realAnswer(recording));
    const call = nameOf(recording);
    this.#outcomes.set(recording, { call, real, ours: describeAnswer(answer) });
  }

  #take(name: string): Recording {
    const index = this.#left.findIndex((other) => other.run === this.run && other.name === name);
    const [recording] = index < 0 ? [] : this.#left.splice(index, 1);
    if (recording === undefined) throw new Error(`no recorded call is left with the name ${name}`);
    return recording;
  }

  async raw(
    serverName: ServerName,
    method: string,
    path: string,
    changes: Changes & { bytes?: Uint8Array<ArrayBuffer> } = {},
  ): Promise<Reply> {
    const { backend } = this.server(serverName);
    const { as = "key" } = changes;
    const headers = new Headers({
      apikey: backend.keys.anon,
      "x-supabase-api-version": "2024-01-01",
    });
    if (as === "service") headers.set("authorization", `Bearer ${backend.keys.serviceRole}`);
    else if (as !== "key") headers.set("authorization", `Bearer ${as}`);
    for (const [name, value] of Object.entries(changes.headers ?? {})) {
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    }
    const url = changes.url ?? `${backend.urls.api}/auth/v1${path}`;
    return this.fetch(url, method, { ...changes, headers });
  }

  async fetch(
    url: string,
    method: string,
    call: {
      headers: Headers | Readonly<Record<string, string>>;
      text?: string;
      bytes?: Uint8Array<ArrayBuffer>;
    },
  ): Promise<Reply> {
    const headers = new Headers(call.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    const body = call.bytes ?? call.text;
    const init = { method, headers, redirect: "manual" } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const read = await response.text();
    return { status: response.status, headers: response.headers, body: parseBody(read) };
  }

  pass(seconds: number): void {
    this.clock.advance(seconds);
  }

  async user(email = this.address(), server: ServerName = "conf", fields: Json = {}) {
    const { database } = this.server(server);
    await database.query("delete from auth.users where email = $1", [email]);
    const text = JSON.stringify({ email, password: PASSWORD, email_confirm: true, ...fields });
    const { body } = await this.raw(server, "POST", "/admin/users", { as: "service", text });
    return { id: String(body.id), email };
  }

  address(): string {
    return `person-${++this.#people}@example.net`;
  }

  async signIn(email: string, server: ServerName = "conf", password = PASSWORD): Promise<Session> {
    const text = JSON.stringify({ email, password });
    const { body } = await this.raw(server, "POST", "/token?grant_type=password", { text });
    return body as Session;
  }

  async join(server: ServerName = "conf", email = this.address()) {
    const { id } = await this.user(email, server);
    return { id, email, session: await this.signIn(email, server) };
  }

  /** Sends a call that is not in the recording, so its response is not compared. */
  async prepare(server: ServerName, call: string, json: Json, as?: string): Promise<Reply> {
    const [method = "POST", path = ""] = call.split(" ");
    if (isEmailing(method, path)) this.pass(PAUSE_SECONDS);
    const text = JSON.stringify(json);
    return this.raw(server, method, path, { text, ...(as === undefined ? {} : { as }) });
  }

  async email(address: string, server: ServerName = "conf"): Promise<ReceivedEmail> {
    const { links, codes } = await this.server(server).backend.mailbox.waitFor({ to: address });
    const link = links[0] ?? "";
    const hash = link === "" ? "" : (new URL(link).searchParams.get("token") ?? "");
    return { code: codes[0] ?? "", link, hash };
  }
}

const nameOf = ({ name, run }: Recording): string => `${run}: ${name}`;

function parseRequest({ request = "" }: Recording) {
  const parts = /^(\w+) ([A-Z]+) (.*?)(?: (["{[].*)?)?$/s.exec(request);
  if (request.endsWith("mail link")) {
    return { server: "conf" as const, method: "GET", path: "", body: undefined };
  }
  const [, server = "", method = "", path = "", body] = parts ?? [];
  return { server: server as ServerName, method, path, body };
}

function mergeBody(
  body: string | undefined,
  changes: Json = {},
): { text?: string; bytes?: Uint8Array<ArrayBuffer> } {
  if (body === undefined || body === "") return {};
  const value: unknown = JSON.parse(body);
  if (typeof value === "string") return { text: value };
  const buffer = value as { type?: string; data?: number[] };
  if (buffer.type === "Buffer") return { bytes: Uint8Array.from(buffer.data ?? []) };
  if (Array.isArray(value)) return { text: body };
  return { text: JSON.stringify({ ...buffer, ...changes }) };
}

/** Returns whether a call sends an email, which Auth allows once per minute and user. */
function isEmailing(method: string, path: string): boolean {
  const asked = `${method} ${path.split("?", 1)[0]}`;
  return (
    /^POST \/(otp|magiclink|recover|resend|signup|invite)$/.test(asked) ||
    asked === "GET /reauthenticate" ||
    asked === "PUT /user"
  );
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function realAnswer({ real }: Recording): Answer {
  return {
    status: real.status,
    code: real.code,
    message: real.msg,
    headers: real.hn.split(","),
    cacheControl: real.cc,
    location: real.loc,
    body: real.json,
    claims: real.claims?.c,
  };
}

function answerOf({ status, headers, body }: Reply, seen: unknown): Answer {
  const text = body?.message ?? body?.msg;
  const cached = headers.get("cache-control") ?? undefined;
  return {
    status,
    code: seen === body ? body?.code : undefined,
    message: typeof text === "string" && seen === body ? text : "",
    headers: [...headers.keys()],
    // Ignore `no-store`, which only the local backend sends, because RFC 6749 requires it.
    cacheControl: cached === "no-store" ? undefined : cached,
    location: headers.get("location") ?? undefined,
    body: seen,
    claims: claimsIn(seen),
  };
}
