import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAuditEvents } from "@/features/audit/queries";
import { newPassword } from "@/features/auth/schema";
import { MAX_ROWS } from "@/features/clients/import/rows";
import { listClients } from "@/features/clients/queries";
import {
  ACCEPT_GROUPS,
  CANONICAL_TYPES,
  cleanFileName,
  EXTENSIONS_OF,
  refusalOf,
} from "@/features/files/schema";
import { toItemArgument } from "@/features/requests/mutations";
import { MAX_CONTACTS, readItems } from "@/features/requests/schema";
import type { PageKey } from "@/lib/backend/page-key";
import { MAX_FILE_BYTES, MAX_ITEMS } from "@/lib/forms/limits";
import { openTrials, type Try } from "./attempt";
import { ANSWER_FIELDS } from "./fields/answers";
import { FIRM_FIELDS } from "./fields/firms";
import { REQUEST_FIELDS } from "./fields/requests";
import { daysAhead, type Firm, foundFirm, itemOf } from "./firm";
import { fillLists, readPages } from "./lists";
import { openStage, type Stage } from "./stage";

let stage: Stage;
let firm: Firm;
let attempt: Try;

beforeAll(async () => {
  stage = await openStage();
  firm = await foundFirm(stage, "limits");
  attempt = await openTrials(stage, firm);
});
afterAll(() => stage?.close());

// Each character has two UTF-16 code units, to detect a limit that counts code units.
const clefs = (length: number) => "\u{1d11e}".repeat(length);

describe("the form and the database have the same limits", () => {
  const fields = [...FIRM_FIELDS, ...REQUEST_FIELDS, ...ANSWER_FIELDS];

  // S-5.2, S-5.3, S-5.7, S-5.8, S-5.9
  test.for(fields.map((field) => [field.name, field.min, field.max, field] as const))(
    "%s: the form and the database accept only a value or length from %i to %i",
    async ([, min, max, { make = clefs, tried, isTaken, save, refusedAs }]) => {
      const ends = [min - 1, min, max, max + 1];
      const lengths = tried ?? ends.filter((length) => length >= 0);
      expect(lengths).toContain(max + 1);
      for (const length of lengths) {
        const value = make(length);
        const isRight = length >= min && length <= max;
        expect(isTaken(value), `the form, ${length}`).toBe(isRight);
        if (!save) continue;
        const refusal = await attempt((trial) => save(trial, firm, value));
        expect(refusal?.as, `the database, ${length}`).toBe(isRight ? undefined : refusedAs);
      }
    },
  );

  // S-5.6
  test("password: the form and the auth service accept only 10 to 72 bytes", async () => {
    const person = await stage.join("Ada Lock");
    const taken: [string, boolean][] = [
      ["x".repeat(9), false],
      ["x".repeat(10), true],
      ["\u00e9".repeat(5), true],
      ["x".repeat(72), true],
      ["\u00e9".repeat(37), false],
      ["x".repeat(73), false],
    ];
    for (const [password, isRight] of taken) {
      expect(newPassword.safeParse(password).success, password).toBe(isRight);
      const { error } = await person.visit().auth.updateUser({ password });
      expect(error === null, password).toBe(isRight);
    }
  });

  // S-5.10
  test.for(["Pacific/Kiritimati", "Pacific/Pago_Pago"])(
    "due date: the database accepts only dates from today to two years ahead, in the time zone %s",
    async (zone) => {
      const [days] = await stage.sql(
        `select today - 1 as yesterday, today::text, (today + interval '2 years')::date::text as last,
           ((today + interval '2 years')::date + 1)::text as after
         from (select (now() at time zone $1)::date as today) now`,
        [zone],
      );
      const due = (due_on: unknown) =>
        attempt(async ({ call, sql }) => {
          await sql("update public.orgs set time_zone = $2 where id = $1", [firm.orgId, zone]);
          // The database validates a due date only when it changes, so store another date first.
          await sql("update public.requests set due_on = '2001-01-01' where id = $1", [
            firm.requestId,
          ]);
          const words = { request_id: firm.requestId, title: "Annual accounts", message: "" };
          await call("owner", "update_request", { ...words, due_on });
        });
      expect(await due(days?.today)).toBeNull();
      expect(await due(days?.last)).toBeNull();
      for (const day of [days?.yesterday, days?.after]) {
        expect(await due(day)).toMatchObject({ as: "due_on", detail: { rule: "range" } });
      }
    },
  );
});

describe("the form and the database apply the same rules to files", () => {
  const begin = (name: string, bytes: number, mime: string) => ({
    item_id: itemOf(firm, "Bank statements"),
    name,
    bytes,
    mime,
  });

  // S-5.12, S-9.7
  test.for([0, 1, MAX_FILE_BYTES, MAX_FILE_BYTES + 1])(
    "the form and the database make the same decision about a file of %i bytes",
    async (bytes) => {
      expect(MAX_FILE_BYTES).toBe(100 * 1024 * 1024);
      const refusal = await attempt(({ call }) =>
        call("contact", "begin_upload", begin("a.pdf", bytes, "application/pdf")),
      );
      expect(refusal?.as ?? null).toBe(refusalOf({ name: "a.pdf", size: bytes }, []));
    },
  );

  // S-5.11
  test.for([199, 200, 201, 400])(
    "the form and the database truncate a name of %i characters to the same text",
    async (length) => {
      const name = `${clefs(length - 4)}.pdf`;
      let stored: unknown;
      await attempt(async ({ call, sql }) => {
        const { file_id } = await call(
          "contact",
          "begin_upload",
          begin(name, 1, "application/pdf"),
        );
        [stored] = await sql("select name from public.files where id = $1", [file_id]);
      });
      expect(stored).toEqual({ name: cleanFileName(name) });
      expect([...cleanFileName(name)]).toHaveLength(Math.min(length, 200));
    },
  );

  // S-5.12
  test("the form and the database accept the same types, in the same groups", async () => {
    const rows = await stage.sql(
      "select extension, mime, groups from private.file_types order by extension",
    );
    const known = Object.entries(CANONICAL_TYPES).map(([extension, mime]) => ({
      extension,
      mime,
      groups: ACCEPT_GROUPS.filter((group) => EXTENSIONS_OF[group].includes(extension)).sort(),
    }));
    known.sort((one, other) => (one.extension < other.extension ? -1 : 1));
    expect(rows.map((row) => ({ ...row, groups: (row.groups as string[]).toSorted() }))).toEqual(
      known,
    );
  });
});

describe("the database limits numbers and sets defaults", () => {
  const draft = (change: object) => ({
    org_id: firm.orgId,
    client_id: firm.clientId,
    title: "Many",
    message: "",
    due_on: daysAhead(14),
    contact_ids: [firm.contactId],
    items: [],
    ...change,
  });
  const questions = (length: number) =>
    Array.from({ length }, () => ({ kind: "text", title: "Same" }));

  // S-9.6
  test("a request accepts at most 300 items and five contacts", async () => {
    expect([MAX_ITEMS, MAX_CONTACTS]).toEqual([300, 5]);
    const save = (change: object) =>
      attempt(({ call }) => call("owner", "save_draft", draft(change)));
    expect(await save({ items: questions(MAX_ITEMS) })).toBeNull();
    expect(await save({ items: questions(MAX_ITEMS + 1) })).toMatchObject({
      as: "limit_reached",
      detail: { what: "items", limit: MAX_ITEMS },
    });
    const contact_ids = Array.from({ length: MAX_CONTACTS + 1 }, () => crypto.randomUUID());
    expect(await save({ contact_ids })).toMatchObject({
      as: "limit_reached",
      detail: { what: "contacts", limit: MAX_CONTACTS },
    });
  });

  test.each(["save_draft", "save_template"])(
    "%s rejects an item above the form's limit instead of dropping the item",
    async (name) => {
      const save = (count: number) => {
        const form = new FormData();
        for (const [index, { kind, title }] of questions(count).entries()) {
          form.append(`items.${index}.kind`, kind);
          form.append(`items.${index}.title`, title);
        }
        const items = readItems(form).map(toItemArgument);
        const template = { org_id: firm.orgId, title: "Many", message: "", due_in_days: 14, items };
        const args = name === "save_draft" ? draft({ items }) : template;
        return attempt(({ call }) => call("owner", name, args));
      };
      expect(await save(MAX_ITEMS)).toBeNull();
      expect(await save(MAX_ITEMS + 1)).toMatchObject({ as: "limit_reached" });
    },
  );

  // S-9.13
  test("an import accepts at most a thousand rows", async () => {
    expect(MAX_ROWS).toBe(1_000);
    const rows = Array.from({ length: MAX_ROWS + 1 }, (_, no) => ({ name: `Client ${no}` }));
    const refusal = await attempt(({ call }) =>
      call("owner", "import_clients", { org_id: firm.orgId, rows }),
    );
    expect(refusal).toMatchObject({ detail: { max: MAX_ROWS } });
  });

  // S-9.10, S-9.12
  test("a new firm has a retention of 730 days, the default reminder plan and optional two-step verification", async () => {
    const [org] = await stage.sql(
      `select require_mfa, retention_days, reminder_days, reminder_every from public.orgs
       where id = $1`,
      [firm.orgId],
    );
    expect(org).toEqual({
      require_mfa: false,
      retention_days: 730,
      reminder_days: [-7, -3, -1, 1],
      reminder_every: 4,
    });
  });
});

// S-9.8
describe("lists have pages of fifty rows", () => {
  beforeAll(() => fillLists(stage, firm));

  const stored = async (table: string) => {
    const rows = await stage.sql(`select id from public.${table} where org_id = $1`, [firm.orgId]);
    return rows.map(({ id }) => String(id)).sort();
  };
  const expectWhole = async (pages: unknown[][], table: string) => {
    const ids = pages.flat().map(String);
    expect(pages.map((page) => page.length).slice(0, -1)).toEqual(pages.slice(1).map(() => 50));
    expect(pages.length).toBeGreaterThan(2);
    expect(ids.sort()).toEqual(await stored(table));
  };

  test("the pages of the list of clients contain each client once", async () => {
    const { db } = firm.owner.visit();
    const pages = await readPages(async (after: PageKey | undefined) =>
      listClients(db, {
        orgId: firm.orgId,
        status: "all",
        place: after && { ...after, isBackward: false },
      }),
    );
    await expectWhole(pages, "clients");
  });

  test("the pages of the list of events contain each event once, in both directions", async () => {
    const { db } = firm.owner.visit();
    const older = await readPages(async (before: number | undefined) => {
      const page = await listAuditEvents(db, { orgId: firm.orgId, before });
      return { rows: page.events, next: page.olderThan };
    });
    await expectWhole(older, "events");
    const ids = older.flat();
    const oldest = Number(ids.at(-1));
    const newer = await readPages(async (after: number | undefined) => {
      const place = { orgId: firm.orgId, after: after ?? oldest };
      const page = await listAuditEvents(db, place);
      return { rows: page.events, next: page.newerThan };
    });
    expect([...newer.reverse().flat(), oldest]).toEqual(ids);
  });
});
