import type pg from "pg";
import { expect } from "vitest";
import type { Database } from "../../database.types.ts";
import { claimsOf, type Person } from "./person.ts";

type Functions = Database["public"]["Functions"];
export type FunctionName = keyof Functions;
export type Answer = Record<string, unknown>;

const JSON_ARGUMENTS = new Set(["items", "answer", "rows", "options"]);

/**
 * Concurrent calls on a connection wait for its last statement, so that they run one after the
 * other.
 */
const busy = new WeakMap<pg.ClientBase, Promise<unknown>>();

export class Actor {
  readonly person: Person;
  readonly #db: pg.ClientBase;

  constructor(db: pg.ClientBase, person: Person) {
    this.#db = db;
    this.person = person;
  }

  /** If the statement fails, the transaction can still be used. */
  query(text: string, values: unknown[] = []): Promise<Answer[]> {
    const run = () => this.#run(text, values);
    const result = (busy.get(this.#db) ?? Promise.resolve()).then(run, run);
    busy.set(this.#db, result);
    return result;
  }

  async #run(text: string, values: unknown[]): Promise<Answer[]> {
    // Use one round trip for the savepoint, claims and role, because most tests make many calls.
    const claims = this.#db.escapeLiteral(claimsOf(this.person));
    await this.#db.query(
      `savepoint actor; select set_config('request.jwt.claims', ${claims}, true);
      set local role ${this.person.role}`,
    );
    try {
      const { rows } = await this.#db.query(text, values);
      await this.#db.query("reset role; release savepoint actor");
      return rows;
    } catch (error) {
      await this.#db.query("rollback to savepoint actor; reset role; release savepoint actor");
      throw error;
    }
  }

  async rpc<Name extends FunctionName>(name: Name, args: Functions[Name]["Args"]) {
    const [row] = await this.rows(name, args);
    const answer = row && Object.keys(row).length === 1 ? row[name] : row;
    return answer as Answer;
  }

  async rows<Name extends FunctionName>(name: Name, args: Functions[Name]["Args"]) {
    const entries = Object.entries(args as Answer).filter(([, value]) => value !== undefined);
    const list = entries.map(([key], index) => `"${key}" => $${index + 1}`).join(", ");
    const values = entries.map(([key, value]) =>
      JSON_ARGUMENTS.has(key) && value !== null ? JSON.stringify(value) : value,
    );
    return this.query(`select * from public.${name}(${list})`, values);
  }

  async see(table: string, key = "id"): Promise<string[]> {
    const rows = await this.query(`select ${key} as key from ${table}`);
    return rows.map((row) => String(row.key)).sort();
  }
}

export interface Refusal {
  status: string;
  code: string;
  detail: Answer;
}

export async function refusal(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    const { code = "", message = "", detail } = error as pg.DatabaseError;
    if (!code.startsWith("PT")) return { status: code, code: message, detail: {} };
    return { status: code.slice(2), code: message, detail: detail ? JSON.parse(detail) : {} };
  }
  return expect.unreachable("the call was allowed");
}
