import type { Firm } from "./firm";
import type { Browser, Stage } from "./stage";

type Row = Record<string, unknown>;

export type Call = (who: "owner" | "contact", name: string, args: Row) => Promise<Row>;

export type Trial = {
  call: Call;
  sql: Stage["sql"];
};

/** `as` is the field that failed validation or, for any other error, the error code. */
export type Refusal = { as: string; detail: Row };

async function claimsOf(browser: Browser): Promise<string> {
  const { accessToken } = await browser.visit().requireSession();
  return Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString("utf8");
}

/**
 * The driver `pg` turns arrays of primitive values into PostgreSQL arrays. All other objects become
 * JSON.
 */
function toParameter(value: unknown): unknown {
  const isList = Array.isArray(value) && value.every((each) => typeof each !== "object");
  return typeof value === "object" && value !== null && !isList ? JSON.stringify(value) : value;
}

function refusalOf(error: unknown): Refusal {
  const { code = "", message = "", detail = "" } = error as Record<string, string | undefined>;
  if (!code.startsWith("PT")) throw error;
  const facts = JSON.parse(detail || "{}") as Row;
  return { as: message === "validation_failed" ? String(facts.field) : message, detail: facts };
}

export async function openTrials({ sql }: Stage, { owner, contact }: Firm) {
  const claims = { owner: await claimsOf(owner), contact: await claimsOf(contact) };
  const call: Call = async (who, name, args) => {
    await sql("select set_config('request.jwt.claims', $1, true)", [claims[who]]);
    await sql("set local role authenticated");
    const list = Object.keys(args).map((key, index) => `"${key}" => $${index + 1}`);
    const values = Object.values(args).map(toParameter);
    const [row] = await sql(`select public.${name}(${list.join(", ")}) as answer`, values);
    await sql("reset role");
    return (row?.answer ?? {}) as Row;
  };
  return async (steps: (trial: Trial) => Promise<unknown>): Promise<Refusal | null> => {
    await sql("begin");
    try {
      await steps({ call, sql });
      return null;
    } catch (error) {
      return refusalOf(error);
    } finally {
      await sql("rollback");
    }
  };
}

export type Try = Awaited<ReturnType<typeof openTrials>>;
